import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';

const KEY = '1:2';
const MARIA = '551177772222';
const JOAO = '551177773333';
const GROUP = '120363000000000001';
const SENDS = 50;

describe('a message to a group', () => {
  let bench: Bench;
  let count = 0;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
    await bench.write({ from: MARIA, text: 'oi', group: { id: GROUP, name: 'Obra' } });
    await bench.inbox.next('message');
  });
  afterEach(() => bench.close());

  const send = async (waitsUntil = inAMinute()) => {
    const messageId = String(++count);
    const providerMessageId = `3EB0GROUP${messageId}`;
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      messageId,
      attempt: 1,
      providerMessageId,
      to: [{ kind: 'group', value: GROUP }],
      content: { kind: 'text', text: `mensagem ${messageId}` },
      waitsUntil,
    });
    const { result } = await bench.inbox.next('send-result', (event) => event.messageId === messageId);
    return { providerMessageId, result };
  };
  const network = () => bench.fake.network;
  const groupQueries = () => network().queries.get('w:g2') ?? 0;
  const settled = () => expect.poll(() => network().unsettled(KEY)).toEqual([]);

  it(`requests the group’s members once for ${SENDS} messages, including the request for its name`, async () => {
    for (let i = 0; i < SENDS; i++) expect((await send()).result.state).toBe('sent');
    expect(groupQueries()).toBe(1);
  });

  it('reaches a member who joined meanwhile, with one more request for the members', async () => {
    await send();
    network().addToGroup(KEY, GROUP, JOAO);
    await settled();
    expect((await send()).result.state).toBe('sent');
    expect(network().askedAgain()).toEqual([]);
    expect(groupQueries()).toBe(2);
  });

  it('requests the members again after a member left, and after a new connection', async () => {
    network().addToGroup(KEY, GROUP, JOAO);
    await settled();
    await send();
    network().removeFromGroup(KEY, GROUP, JOAO);
    await settled();
    const before = groupQueries();
    await send();
    expect(groupQueries()).toBe(before + 1);
    bench.inbox.events.length = 0;
    network().disconnect(KEY, '503');
    await bench.inbox.next('session', ({ status }) => status === 'CONNECTED');
    await send();
    expect(groupQueries()).toBe(before + 2);
  });

  it('is sent although WhatsApp’s rate limit first refused the request for the members', async () => {
    network().addToGroup(KEY, GROUP, JOAO);
    await settled();
    network().limitQueries('w:g2', 2);
    expect((await send()).result).toMatchObject({ state: 'sent' });
  });

  it('waits in its queue and is sent under its id if WhatsApp’s rate limit refuses it', async () => {
    network().setFault('limit', 1);
    const sending = send();
    await expect.poll(() => bench.commands.givenBack).toHaveLength(1);
    bench.commands.giveAgain();
    expect((await sending).result).toMatchObject({ state: 'sent' });
    expect(
      network()
        .conversation(GROUP, KEY)
        .filter(({ fromCustomer }) => !fromCustomer),
    ).toHaveLength(1);
  });

  it('fails with reason rate-limited if WhatsApp refuses until its time ends', async () => {
    network().setFault('limit', 1);
    expect((await send(Date.now())).result).toEqual({ state: 'failed', reason: 'rate-limited' });
    network().addToGroup(KEY, GROUP, JOAO);
    await settled();
    network().limitQueries('w:g2', 4);
    expect((await send(Date.now())).result).toEqual({ state: 'failed', reason: 'rate-limited' });
  });
});
