import { resolve } from 'node:path';
import { replayDeadLetters, replayGivenUp } from '@prosa/functions/streams/replay.ts';
import * as z from 'zod';
import { repositoryRoot } from './local/repository-root.ts';
import { startStack } from './local/stack.ts';

/**
 * Replays items that stream readers discarded, deliveries that queues refused, and dead letters. Locally it works on
 * the data of `DATA_DIR` while the program is stopped. For a deployed installation it needs AWS credentials,
 * `AWS_REGION`, and the environment of the function `prosa-live` as JSON in `FUNCTION_ENVIRONMENT`.
 */
const replay = async (): Promise<void> => {
  const { done, left } = await replayGivenUp((key, error) => console.error(`${key} failed again:`, error));
  console.log(`${done} replayed, ${left} left.`);
  for (const [queue, count] of await replayDeadLetters())
    console.log(`${count} dead letters go back to ${queue}; what fails again returns.`);
  if (left > 0) process.exitCode = 1;
};

const deployed = process.env.FUNCTION_ENVIRONMENT;
if (deployed === undefined) {
  const dataDir = resolve(repositoryRoot, process.env.DATA_DIR || '.data');
  const stack = await startStack({ dataDir, seed: 'none', whatsapp: 'none' }).catch((error: unknown) => {
    // The usual cause is that the program is running on this data.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
  try {
    await replay();
    await stack.drain();
  } finally {
    await stack.stop();
  }
} else {
  Object.assign(process.env, z.record(z.string(), z.string()).parse(JSON.parse(deployed)));
  await replay();
}
