/**
 * First words of the lines that libsignal 6.0.0 prints; several print a complete Signal session, private keys
 * included.
 */
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

/** Marks the console as patched. The mark is on the console, because a process can load this module several times. */
const SILENCED = Symbol.for('prosa.silenced');

/** Keeps libsignal's lines, which contain users' keys, out of standard output for the life of the process. */
export const silenceLibsignal = (): void => {
  const terminal: Console = Reflect.get(globalThis, 'console');
  if (Reflect.has(terminal, SILENCED)) return;
  Reflect.set(terminal, SILENCED, true);
  for (const method of METHODS) {
    const print = terminal[method].bind(terminal);
    terminal[method] = (...args: unknown[]) => {
      if (!isLibsignal(args[0])) print(...args);
    };
  }
};
