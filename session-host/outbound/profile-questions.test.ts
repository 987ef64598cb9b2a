import { avatarOf } from '@prosa/infra/local/fake-whatsapp/avatar.ts';
import type { FakePicture } from '@prosa/infra/local/fake-whatsapp/pictures.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { WASocket } from 'baileys';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Outgoing } from '../inbound/inbound.ts';
import { connectionDispatcher } from '../socket/proxy-agent.ts';
import { type Bench, openBench, REF } from '../testing/harness.ts';
import { isPictureAddress, PREVIEW_MAX_BYTES } from './profile-picture.ts';
import { MAX_PER_WINDOW, MAX_WAITING, ProfileQuestions } from './profile-questions.ts';

const KEY = '1:2';
const GROUP = '120363000000000077';
const phone = (value: string): Identity => ({ kind: 'phone', value });

describe('the picture of a contact', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterAll(() => bench.close());

  let serial = 0;
  /** Asks for a picture, and returns the event with the answer. */
  const told = async (person: Identity): Promise<InboundEventOf<'profile'>> => {
    const contactId = ++serial;
    const pictureKey = `t/1/contact-${contactId}`;
    bench.commands.push({ v: 1, ...REF, type: 'fetch-profile', contactId, person, pictureKey });
    return bench.inbox.next('profile', (event) => event.contactId === contactId);
  };
  const set = (contact: string, picture: FakePicture) =>
    bench.fake.network.changePicture(KEY, contact, picture);
  const fileOf = ({ pictureKey }: InboundEventOf<'profile'>): Buffer | undefined => {
    const bytes = bench.objects.get(pictureKey ?? '');
    return bytes === undefined ? undefined : Buffer.from(bytes);
  };

  it('is stored under a key of its content, and reported without a name', async () => {
    const ana = '5511988880001';
    const first = await told(phone(ana));
    expect(first).toMatchObject({ ...REF, channel: 'whatsapp', person: phone(ana), name: '' });
    expect(first.pictureKey).toMatch(/^t\/1\/contact-1-[0-9a-f]{16}$/);
    expect(fileOf(first)).toEqual(avatarOf(ana));
    const { lid } = bench.fake.network.jidsOf(ana);
    const again = await told({ kind: 'lid', value: lid.replace('@lid', '') });
    expect(fileOf(again)).toEqual(avatarOf(ana));
  });

  it('is also that of a group', async () => {
    const id = await bench.write({ from: '5511988880001', text: 'oi', group: { id: GROUP, name: 'Bairro' } });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    set(GROUP, { bytes: avatarOf('bairro') });
    expect(fileOf(await told({ kind: 'group', value: GROUP }))).toEqual(avatarOf('bairro'));
  });

  it('is none if the contact has none or hides it', async () => {
    for (const picture of ['none', 'hidden'] as const) {
      set('5511988880002', picture);
      expect((await told(phone('5511988880002'))).pictureKey, picture).toBeNull();
    }
  });

  it('a command for a connection that is not open here is dropped, and one without a key asks nothing', async () => {
    const settled = bench.commands.settled.length;
    const asked = bench.fake.network.pictures.asked.length;
    const command = { v: 1, type: 'fetch-profile', contactId: 9, person: phone('5511988880003') } as const;
    bench.commands.push({ ...command, ...REF, connectionId: 99, pictureKey: 't/1/contact-9' });
    bench.commands.push({ ...command, ...REF });
    await expect.poll(() => bench.commands.settled.length).toBe(settled + 2);
    await told(phone('5511988880001'));
    expect(bench.fake.network.pictures.asked.slice(asked)).toEqual(['5511988880001']);
  });
});

describe('S-39, S-45, S-47: a picture that is refused', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterAll(() => bench.close());

  it.each<[string, FakePicture]>([
    ['is no picture', { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
    ['is too large', { bytes: Buffer.concat([avatarOf('a'), Buffer.alloc(PREVIEW_MAX_BYTES)]) }],
    ['is on another server', { url: 'http://127.0.0.1:9/pictures/1' }],
    ['has no address', { url: 'pictures/1' }],
  ])('%s: nothing is stored, and the contact has none', async (what, picture) => {
    const person = phone(`55119777700${what.length}`);
    bench.fake.network.changePicture(KEY, person.value, picture);
    const pictureKey = `t/1/contact-${what.length}`;
    const contactId = what.length;
    bench.commands.push({ v: 1, ...REF, type: 'fetch-profile', contactId, person, pictureKey });
    const event = await bench.inbox.next('profile', (one) => one.contactId === contactId);
    expect(event.pictureKey).toBeNull();
    expect(bench.objects.size).toBe(0);
  });
});

it.each([
  ['https://pps.whatsapp.net/v/t61/1.jpg?oh=1', 'https://mmg.whatsapp.net', true],
  ['https://media-gru1-1.cdn.whatsapp.net/v/1.jpg', 'https://mmg.whatsapp.net', true],
  ['http://pps.whatsapp.net/v/1.jpg', 'https://mmg.whatsapp.net', false],
  ['https://pps.whatsapp.net:8443/v/1.jpg', 'https://mmg.whatsapp.net', false],
  ['https://evilwhatsapp.net/v/1.jpg', 'https://mmg.whatsapp.net', false],
  ['https://pps.whatsapp.net.evil.example/1.jpg', 'https://mmg.whatsapp.net', false],
  ['https://169.254.169.254/latest', 'https://mmg.whatsapp.net', false],
  ['https://pps.whatsapp.net/v/1.jpg', 'http://127.0.0.1:5000', false],
  ['http://127.0.0.1:5000/pictures/1', 'http://127.0.0.1:5000', true],
])('S-45: %s is fetched with the servers of %s: %s', (address, origin, isFetched) => {
  expect(isPictureAddress(address, origin)).toBe(isFetched);
});

describe('the questions of a connection', () => {
  type Ask = WASocket['profilePictureUrl'];
  const opened: ProfileQuestions[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.end();
    vi.useRealTimers();
  });

  const openQuestions = (profilePictureUrl: Ask, windowMs = 60_000) => {
    const events: Outgoing[] = [];
    const questions = new ProfileQuestions({
      ref: REF,
      sink: {
        push: async (event) => {
          events.push(event);
        },
      },
      servers: {
        origin: 'http://127.0.0.1:9',
        dispatcher: connectionDispatcher(() => Promise.resolve(undefined)),
      },
      whenOpen: () => Promise.resolve({ profilePictureUrl }),
      windowMs,
    });
    opened.push(questions);
    const ask = (contactId: number) =>
      questions.add({ contactId, person: phone(String(5_511_900_000_000 + contactId)), pictureKey: 't/1/x' });
    return { questions, ask, events };
  };
  const failing = (data: number): Error => Object.assign(new Error('refused'), { data });

  it('are asked one at a time, and six in a minute at most', async () => {
    const windowMs = 300;
    const asked: number[] = [];
    let open = 0;
    let most = 0;
    const { ask, events } = openQuestions(async () => {
      asked.push(performance.now());
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      return undefined;
    }, windowMs);
    for (let id = 1; id <= MAX_PER_WINDOW + 2; id++) ask(id);
    await expect.poll(() => events.length).toBe(MAX_PER_WINDOW + 2);
    expect(most).toBe(1);
    // The first question counts from a moment before it reaches the test.
    expect((asked[MAX_PER_WINDOW] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(0.9 * windowMs);
  });

  it('are dropped if too many wait, and asked once for each contact', async () => {
    const answer = Promise.withResolvers<undefined>();
    const { ask, events } = openQuestions(() => answer.promise, 0);
    for (let id = 1; id <= MAX_WAITING + 20; id++) ask(id);
    ask(2);
    ask(2);
    answer.resolve(undefined);
    await expect.poll(() => events.length).toBe(MAX_WAITING);
    const ids = events.map(({ event }) => (event.type === 'profile' ? event.contactId : 0));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('R27: a question without an answer is dropped after ten seconds, and the next one is asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let asked = 0;
    const { ask, events } = openQuestions(() => {
      asked += 1;
      return asked === 1 ? new Promise(() => undefined) : Promise.resolve(undefined);
    });
    ask(1);
    ask(2);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(events.map(({ event }) => event)).toMatchObject([{ type: 'profile', contactId: 2 }]);
  });

  it('an unknown failure reports nothing; a rate limit drops all that wait', async () => {
    const failures = [failing(500), failing(429)];
    const { ask, events } = openQuestions(async () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return undefined;
    });
    for (const id of [1, 2, 3]) ask(id);
    await expect.poll(() => failures.length).toBe(0);
    ask(4);
    await expect.poll(() => events.length).toBe(1);
    expect(events[0]?.event).toMatchObject({ contactId: 4, pictureKey: null });
  });

  it('are dropped when the connection ends', async () => {
    const answer = Promise.withResolvers<undefined>();
    let asked = 0;
    const { questions, ask } = openQuestions(() => {
      asked += 1;
      return answer.promise;
    });
    ask(1);
    ask(2);
    await expect.poll(() => asked).toBe(1);
    questions.end();
    ask(3);
    answer.resolve(undefined);
    await answer.promise;
    expect(asked).toBe(1);
  });
});
