import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS, type FunctionResource } from '@prosa/infra/programs.ts';
import { BUCKET, QUEUE_RETENTION_DAYS, QUEUES, STREAM_DELIVERY } from '@prosa/infra/resources.ts';
import { QUEUE_RETRIES } from '@prosa/shared/messaging/queue-retries.ts';
import { QUEUE_NAMES } from '@prosa/shared/resource-names.ts';
import { describe, expect, it } from 'vitest';
import { listAt, propertyAt } from './support/property-at.ts';
import { ROOT } from './support/source-files.ts';
import { flat, resourcesOf } from './support/templates.ts';

const readme = readFileSync(join(ROOT, 'infra/aws/README.md'), 'utf8');
/** The rows of the README's table of given-up work, by their first cell. */
const rows = new Map(
  readme
    .slice(readme.indexOf('### Replay what was given up'), readme.indexOf('### Replace the signing key'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line): [string, string[]] => {
      const [first = '', ...cells] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      return [first, cells];
    }),
);
const listed = new Intl.ListFormat('en-GB');
const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
const inBucket = `whole in the bucket, ${plural(BUCKET.givenUp.expiresAfterDays ?? 0, 'day')}`;

describe("README's table of given-up work", () => {
  it.each(QUEUE_NAMES)('matches the queue %s', (name) => {
    const { visibilityS, fifo } = QUEUES[name];
    const { maxReceives, delaysS } = QUEUE_RETRIES[name];
    const repeats = delaysS.length < maxReceives - 1;
    const after = repeats
      ? `${listed.format(delaysS.slice(0, -1).map(String))} s, then every ${delaysS.at(-1)} s`
      : `${listed.format(delaysS.map(String))} s`;
    // Dead letters of a standard queue keep the time at which the message was sent.
    const since = fifo ? '' : ' since sent';
    expect(rows.get(`\`${name}\``)).toEqual([
      `${maxReceives} times, after ${after}; killed, after ${plural(visibilityS / 60, 'minute')}`,
      `in its dead letters, ${QUEUE_RETENTION_DAYS} days${since}`,
      'sends it back to its queue',
    ]);
    const queue = resourcesOf('prosa-data', 'AWS::SQS::Queue').find(
      ({ id }) => id.startsWith(name.replaceAll('-', '')) && !id.includes('dlq'),
    );
    expect(propertyAt(queue, 'Properties.RedrivePolicy.maxReceiveCount')).toBe(maxReceives);
    expect(propertyAt(queue, 'Properties.VisibilityTimeout')).toBe(visibilityS);
  });

  it('matches the stream', () => {
    const readers = Object.entries<FunctionResource>(FUNCTIONS)
      .filter(([, fn]) => fn.kind === 'stream')
      .map(([name]) => `\`${name}\``);
    const age = plural(STREAM_DELIVERY.maxAgeS / 3600, 'hour');
    expect(STREAM_DELIVERY.bisects).toBe(true);
    expect(rows.get(`Changes for ${readers.join(' and ')}, the readers of the stream`)).toEqual([
      `${STREAM_DELIVERY.retries} times more, apart from the others, while younger than ${age}`,
      inBucket,
      'gives them to their reader',
    ]);
    expect(BUCKET.discarded.expiresAfterDays).toBe(BUCKET.givenUp.expiresAfterDays);
    for (const source of resourcesOf('prosa-workers', 'AWS::Lambda::EventSourceMapping')) {
      const { MaximumRetryAttempts: retries, MaximumRecordAgeInSeconds: maxAge } = source.Properties;
      const isStream = flat(source.Properties.EventSourceArn).includes('StreamArn');
      expect([retries, maxAge]).toEqual(
        isStream ? [STREAM_DELIVERY.retries, STREAM_DELIVERY.maxAgeS] : [undefined, undefined],
      );
    }
  });

  it('matches work that our code gives up, and schedules, which AWS does not retry', () => {
    for (const what of ['A row that a reader cannot read', 'A message that its queue refuses'])
      expect(rows.get(what)?.slice(0, 2)).toEqual(['once', inBucket]);
    expect(rows.get('A run of a schedule')?.slice(0, 2)).toEqual([
      'once',
      `in dead letters, ${QUEUE_RETENTION_DAYS} days since sent`,
    ]);
    const tries = [
      ...resourcesOf('prosa-workers', 'AWS::Lambda::EventInvokeConfig').map(({ Properties }) =>
        Number(Properties.MaximumRetryAttempts),
      ),
      ...resourcesOf('prosa-workers', 'AWS::Events::Rule').flatMap(({ Properties }) =>
        listAt(Properties, 'Targets').map((target) =>
          Number(propertyAt(target, 'RetryPolicy.MaximumRetryAttempts')),
        ),
      ),
    ];
    expect(tries.length).toBeGreaterThan(2);
    expect(new Set(tries)).toEqual(new Set([0]));
  });
});
