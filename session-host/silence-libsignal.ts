const SILENT = () => undefined;

/**
 * libsignal prints whole sessions, private keys included, to the console. Our own lines go to standard output
 * through the logger, so the console is shut for the life of the process.
 */
export const silenceLibsignal = (): void => {
  Object.assign(globalThis.console, {
    log: SILENT,
    info: SILENT,
    warn: SILENT,
    error: SILENT,
    debug: SILENT,
  });
};
