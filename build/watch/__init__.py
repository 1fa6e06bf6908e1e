"""The live rebuild: what an author changes is seen in the browser a moment later."""
