import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { completion } from '@prosa/infra/local/fake-integrations/chat-model.ts';
import { sendJson } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../measure.ts';
import { type LinkedConnection, linkConnection, postToSandbox } from './link-connection.ts';
import { customerMessages, writeAsCustomer } from './sandbox.ts';
import { waitingTicket } from './steps.ts';

/** Conversations at the host that will hang: half with an integration, half with an assistant. */
const CROWD = 1_000;
/** Their messages come at this rate, which leaves the processor of a small machine some room. */
const CROWD_PER_SECOND = 10;
const CROWD_MS = (CROWD / CROWD_PER_SECOND) * 1000;
const ALONE_MS = 60_000;
/** Not measured: the code is still being compiled. */
const WARM_UP_MS = 15_000;
const EVERY_MS = 1_000;
/** The pause in which more of a customer's messages may come, which every automatic answer waits for. */
const PAUSE_MS = 1_000;
const WAIT_MS = 30_000;
const RATIO = 1.5;
const ATTENDED = '5511933300001';
const ASSISTED = 20;

const idSchema = z.object({ id: z.int() });

const KINDS = ['list and open', 'send', 'menu', 'assistant'] as const;
type Kind = (typeof KINDS)[number];
const NAMES: Record<Kind, string> = {
  'list and open': 'an attendant lists tickets and opens one',
  send: 'an attendant sends a text, until the customer has it',
  menu: 'a customer’s first text, until the menu is on the phone (without the pause of 1 s)',
  assistant: 'a customer of an assistant at a healthy host, until its answer (without the pause of 1 s)',
};
type Times = Record<Kind, number[]>;

const listen = async (listener: RequestListener): Promise<{ server: Server; origin: string }> => {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the host has no port');
  return { server, origin: `http://127.0.0.1:${address.port}` };
};

/** A host of a model and of a workflow, which can be told to hang. */
const openHost = async () => {
  const state = { hangs: false, asked: 0, held: 0, mostHeld: 0 };
  const { server, origin } = await listen((request, response) => {
    request.resume();
    state.asked += 1;
    if (!state.hangs) {
      const isModel = request.url?.endsWith('/chat/completions') === true;
      sendJson(response, 200, isModel ? completion({ text: 'Olá' }) : { reply: 'Olá' });
      return;
    }
    state.held += 1;
    state.mostHeld = Math.max(state.mostHeld, state.held);
    response.once('close', () => {
      state.held -= 1;
    });
  });
  return { state, server, origin };
};

const connect = async (
  stack: StackProcess,
  client: Client,
  origin: string,
  kind: 'integration' | 'assistant',
  name: string,
): Promise<LinkedConnection> => {
  if (kind === 'integration') {
    const made = await client.call('POST', '/queueIntegration', {
      name,
      type: 'n8n',
      urlN8N: `${origin}/webhook/oi`,
    });
    return linkConnection(stack, client, { name, integrationId: idSchema.parse(made).id });
  }
  const [queue] = z.array(idSchema).parse(await client.call('GET', '/queue'));
  const made = await client.call('POST', '/prompt', {
    name,
    prompt: 'Você atende os clientes de uma loja, com gentileza. Responda em uma frase curta.',
    baseUrl: `${origin}/v1`,
    apiKey: 'chave-da-medida',
    queueId: queue?.id,
  });
  return linkConnection(stack, client, { name, promptId: idSchema.parse(made).id });
};

/** Measures what people do beside the crowd, once a second each, until the time is over. */
const openMeasurement = async (stack: StackProcess, password: string, healthy: LinkedConnection) => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  const me = z
    .object({ id: z.number(), queues: z.array(idSchema) })
    .parse(await client.call('GET', '/auth/me'));
  const ticket = await waitingTicket(stack, client, ATTENDED);
  const queueId = ticket.queueId ?? me.queues[0]?.id;
  await client.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: me.id, queueId });
  const last = new Map<string, string | undefined>();
  /** Waits for a customer's next message; returns whether it came. */
  const hears = async (from: string): Promise<boolean> => {
    const [message] = await customerMessages(stack.url, from, { after: last.get(from), waitMs: WAIT_MS });
    if (message !== undefined) last.set(from, message.id);
    return message !== undefined;
  };
  last.set(ATTENDED, (await customerMessages(stack.url, ATTENDED, { waitMs: WAIT_MS })).at(-1)?.id);
  let serial = 0;

  return async (ms: number): Promise<Times & { missing: number }> => {
    const times: Times & { missing: number } = {
      'list and open': [],
      send: [],
      menu: [],
      assistant: [],
      missing: 0,
    };
    const timed = async (kind: Kind, pauseMs: number, run: () => Promise<boolean>): Promise<void> => {
      const at = performance.now();
      if (await run()) times[kind].push(performance.now() - at - pauseMs);
      else times.missing += 1;
    };
    const attend = async (nth: number): Promise<void> => {
      await timed('list and open', 0, async () => {
        await client.call('GET', '/tickets?status=open&showAll=true');
        await client.call('GET', `/messages/${ticket.uuid}?pageNumber=1`);
        return true;
      });
      await timed('send', 0, async () => {
        const body = `Mensagem ${nth} ${randomUUID()}`;
        await client.call('POST', `/messages/${ticket.id}`, { body, clientId: randomUUID() });
        return hears(ATTENDED);
      });
    };
    const choose = (nth: number): Promise<void> =>
      timed('menu', PAUSE_MS, async () => {
        const from = `55119444${String(nth).padStart(5, '0')}`;
        await writeAsCustomer(stack.url, from, 'oi');
        return hears(from);
      });
    const assist = (nth: number): Promise<void> =>
      timed('assistant', PAUSE_MS, async () => {
        const from = `55119555${String(nth % ASSISTED).padStart(5, '0')}`;
        const message = { channel: 'whatsapp', ...healthy, from, name: from, text: `Pergunta ${nth}` };
        return (await postToSandbox(`${stack.url}/sandbox/messages`, message)) && hears(from);
      });
    const begun = performance.now();
    const running: Promise<void>[] = [];
    let attending: Promise<void> = Promise.resolve();
    for (let tick = 0; tick * EVERY_MS < ms; tick++) {
      await sleep(Math.max(0, begun + tick * EVERY_MS - performance.now()));
      const nth = serial++;
      // One attendant: a send begins when the one before has arrived.
      attending = attending.then(() => attend(nth));
      running.push(choose(nth), assist(nth));
    }
    await Promise.all([...running, attending]);
    return times;
  };
};

const show = (times: readonly number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(0)}, p95 ${percentile(times, 0.95).toFixed(0)} ms`;

/**
 * Measures attendants, menus and an assistant at a healthy host: alone, beside a thousand conversations whose host answers,
 * and beside the same conversations when it hangs. The last two differ only by the host, so their ratio is what the
 * hanging host costs others.
 */
export const measureHangingHost = async (stack: StackProcess, password: string): Promise<Figure[]> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  const [ill, well] = [await openHost(), await openHost()];
  const led = [
    await connect(stack, client, ill.origin, 'integration', 'Fluxo'),
    await connect(stack, client, ill.origin, 'assistant', 'Ajudante'),
  ];
  const healthy = await connect(stack, client, well.origin, 'assistant', 'Saudável');
  const measure = await openMeasurement(stack, password, healthy);
  /** Lets each of the crowd write once. */
  const crowd = async (text: string): Promise<void> => {
    const begun = performance.now();
    for (let nth = 0; nth < CROWD; nth++) {
      await sleep(Math.max(0, begun + (nth * 1000) / CROWD_PER_SECOND - performance.now()));
      const from = `55119222${String(nth).padStart(5, '0')}`;
      const message = { channel: 'whatsapp', ...led[nth % led.length], from, name: from, text };
      if (!(await postToSandbox(`${stack.url}/sandbox/messages`, message)))
        throw new Error('the sandbox refused a message of the crowd');
    }
  };

  // The crowd's contacts and tickets are made before, so that both phases have the same load. What the crowd leaves
  // behind is worked off before the next phase.
  await Promise.all([measure(WARM_UP_MS), crowd('oi')]);
  await measure(WARM_UP_MS);
  const alone = await measure(ALONE_MS);
  const [answered] = await Promise.all([measure(CROWD_MS), crowd('tudo bem?')]);
  await measure(WARM_UP_MS);
  const askedBefore = ill.state.asked;
  ill.state.hangs = true;
  const [hanging] = await Promise.all([measure(CROWD_MS), crowd('e agora?')]);
  for (const { server } of [ill, well]) {
    server.closeAllConnections();
    server.close();
  }

  const missing = alone.missing + answered.missing + hanging.missing;
  return [
    ...KINDS.map((kind): Figure => {
      const ratio = (to: Times, share: number) =>
        percentile(hanging[kind], share) / percentile(to[kind], share);
      const [p50, p95] = [ratio(answered, 0.5), ratio(answered, 0.95)];
      const ofAlone = [ratio(alone, 0.5), ratio(alone, 0.95)].map((one) => one.toFixed(2)).join(' and ');
      return {
        name: NAMES[kind],
        value: `alone ${show(alone[kind])}; beside ${CROWD.toLocaleString('en')} answered ${show(answered[kind])}; beside them hanging ${show(hanging[kind])}; × ${p50.toFixed(2)} and ${p95.toFixed(2)} of answered, ${ofAlone} of alone`,
        target: `≤ ${RATIO} ×`,
        // A late answer is taken for that of the next question, so times are worth nothing once one is missing.
        met: missing === 0 && p50 <= RATIO && p95 <= RATIO,
      };
    }),
    {
      name: 'calls of the hanging host',
      value: `${ill.state.asked - askedBefore} of ${CROWD.toLocaleString('en')}, at most ${ill.state.mostHeld} at a time; ${missing} measured answers missing`,
    },
  ];
};
