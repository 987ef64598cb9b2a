import { resolve } from 'node:path';
import { repositoryRoot } from './repository-root.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import { explainStart } from './start-problem.ts';

const DEFAULT_PORT = 3000;
const STOP_LIMIT_MS = 15_000;
const DEMO_LOGINS = ['ana@demo.local', 'bruno@demo.local', 'carla@demo.local'];

const fail = (text: string): never => {
  console.error(text);
  process.exit(1);
};

const oneOf = <const T extends string>(variable: string, allowed: readonly T[], fallback: T): T => {
  const given = process.env[variable] || fallback;
  return (
    allowed.find((word) => word === given) ?? fail(`${variable} is ${allowed.join(' or ')}, not "${given}".`)
  );
};

const readPort = (): number => {
  const port = Number(process.env.PORT || DEFAULT_PORT);
  return Number.isInteger(port) && port > 0 && port < 65_536
    ? port
    : fail('PORT is a number from 1 to 65535.');
};

/** Without a key the help chat is off; the key `sandbox` stands for the fake model. */
const readHelpChat = (): Pick<StackOptions, 'helpChat'> => {
  const {
    HELP_CHAT_KEY: apiKey = '',
    HELP_CHAT_URL: baseUrl = '',
    HELP_CHAT_MODEL: model = '',
  } = process.env;
  if (apiKey === '') return {};
  return { helpChat: apiKey === 'sandbox' ? 'sandbox' : { apiKey, baseUrl, model } };
};

const port = readPort();
const seed = oneOf('SEED', ['demo', 'empty'], 'demo');
const whatsapp = oneOf('WHATSAPP', ['sandbox', 'live'], 'sandbox');
const dataDir = resolve(repositoryRoot, process.env.DATA_DIR || '.data');
const optional = (name: 'adminPassword' | 'dynamodbEndpoint', value: string | undefined) =>
  value === undefined || value === '' ? {} : { [name]: value };

let stack: Stack | undefined;
let isStopping = false;
const stop = (): void => {
  if (isStopping) return;
  isStopping = true;
  const limit = setTimeout(() => fail('It did not stop in time and was ended.'), STOP_LIMIT_MS);
  limit.unref();
  // Before the start is complete no connections can be handed over: the children end with this process.
  (stack?.stop() ?? Promise.resolve()).then(
    () => process.exit(0),
    (error: unknown) => fail(`Stopping failed: ${String(error)}`),
  );
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// The program that started this one ended without a signal.
process.once('disconnect', stop);
process.channel?.unref();

try {
  const startedAt = performance.now();
  stack = await startStack({
    port,
    seed,
    whatsapp,
    dataDir,
    ...readHelpChat(),
    ...optional('adminPassword', process.env.PROSA_ADMIN_PASSWORD),
    ...optional('dynamodbEndpoint', process.env.DYNAMODB_ENDPOINT),
  });
  if (isStopping) await stack.stop();
  const { url, adminPassword } = stack;
  const lines = [
    '',
    `  Prosa is ready: ${url}   (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
    '',
    `  Super administrator   admin@prosa.local   ${adminPassword}`,
    ...(seed === 'demo'
      ? DEMO_LOGINS.map((login) => `  Demo                  ${login.padEnd(19)} ${adminPassword}`)
      : []),
    ...(whatsapp === 'sandbox' ? ['', `  Play a customer       ${url}/sandbox`] : []),
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  console.log(lines.join('\n'));
} catch (error) {
  fail(explainStart(error, { port, dataDir }));
}
