/** How the lines begin that libsignal 6.0.0 prints; several print a whole session, private keys included. */
const LIBSIGNAL_LINES = [
  'Closing session:',
  'Closing open session in favor of incoming prekey bundle',
  'Opening session:',
  'Session already closed',
  'Session already open',
  'Removing old closed session:',
  'Migrating session to:',
  'V1 session storage migration error',
  'Decrypted message with closed session.',
  'Failed to decrypt message with any known session',
  'Session error:',
  'Unhandled bucket type',
  'WARNING: Expected pubkey of length 33',
];

const METHODS = ['info', 'warn', 'error'] as const;

const isLibsignal = (first: unknown): boolean =>
  typeof first === 'string' && LIBSIGNAL_LINES.some((line) => first.startsWith(line));

let silenced = false;

/** Keeps libsignal's lines, and with them people's keys, from standard output for the life of the process. */
export const silenceLibsignal = (): void => {
  if (silenced) return;
  silenced = true;
  const terminal: Console = Reflect.get(globalThis, 'console');
  for (const method of METHODS) {
    const print = terminal[method].bind(terminal);
    terminal[method] = (...args: unknown[]) => {
      if (!isLibsignal(args[0])) print(...args);
    };
  }
};
