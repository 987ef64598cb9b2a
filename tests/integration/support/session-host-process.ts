import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bench } from '@prosa/session-host/testing/harness.ts';
import { serve } from '@prosa/session-host/testing/remote.ts';

const SCRIPT = fileURLToPath(import.meta.resolve('@prosa/session-host/testing/child-host.ts'));
const { NODE_COMPILE_CACHE } = process.env;
const LEASE_MS = 1500;

/** What a host in a process of its own calls; `inbound` gets the messages for the inbound queue. */
type Methods = Parameters<typeof serve>[1] & { inbound: (messages: { body: string }[]) => unknown };

/**
 * Starts a session host in a process of its own. Its network and table are those of the bench.
 * @param methods more calls that the test answers, also in place of the bench's
 */
export const launchHost = (
  { fake, store, past }: Bench,
  dataDir: string,
  methods: Methods,
  env: Record<string, string> = {},
): ChildProcess => {
  const child = fork(SCRIPT, {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      NETWORK: fake.mediaOrigin,
      LEASE_MS: String(LEASE_MS),
      LOG_LEVEL: 'error',
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      ...env,
    },
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  serve(child, {
    startedConnections: () => store.startedConnections(),
    readLease: (ref) => store.readLease(ref),
    putLease: (ref, lease, expected) => store.putLease(ref, lease, expected),
    readAuth: async (ref, names) => [...(await store.readAuth(ref, names))],
    write: (ref, epoch, changes) => store.write(ref, epoch, changes),
    wipeAuth: (ref, epoch) => store.wipeAuth(ref, epoch),
    wishOf: (ref) => past.wishOf(ref),
    isImporting: (ref) => past.isImporting(ref),
    keepPeople: (ref, list, people) => past.keepPeople(ref, list, people),
    history: (messages) => past.send(messages),
    ...methods,
  });
  return child;
};
