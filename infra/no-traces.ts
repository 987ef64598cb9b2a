const silent = Object.assign((): void => undefined, { enabled: false });

/** Replaces the package `debug` in bundles. */
const createSilent = () => silent;
export default createSilent;
