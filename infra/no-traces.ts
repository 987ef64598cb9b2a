const silent = Object.assign((): void => undefined, { enabled: false });

/** Takes the place of the package `debug` in bundles. */
const createSilent = () => silent;
export default createSilent;
