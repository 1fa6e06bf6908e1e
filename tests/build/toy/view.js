/** How the test kind looks: it does not. */
export const draw = () => {};
export const describe = ({ cells }) => [...cells].map((letter) => [{ key: letter === "*" ? "cell.on" : "cell.off" }]);
export const summary = () => [];
