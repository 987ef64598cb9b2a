import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import {
  type FakeIntegrations,
  type Misbehaviour,
  openFakeIntegrations,
  sendJson,
} from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import {
  hangs,
  withBody,
  withMegabytes,
  withStatus,
} from '@prosa/infra/local/fake-integrations/misbehaviour.ts';
import {
  BOT,
  fillForSandbox,
  RECEIVER,
  WORKFLOW,
} from '@prosa/infra/local/fake-integrations/sandbox-content.ts';
import * as z from 'zod';
import { freePort } from '../free-port.ts';
import { isFromOwnMachine } from '../own-machine.ts';
import { writeWhole } from '../write-whole.ts';

/** The services in the order of the page. */
export const OUTSIDE_SERVICES = [
  'typebot',
  'dialogflow',
  'n8n',
  'webhook',
  'model',
  'transcription',
  'speech',
] as const;
type OutsideService = (typeof OUTSIDE_SERVICES)[number];

export const BEHAVIOURS = ['normal', 'slow', 'wrong', 'huge', 'hostile', 'hangs'] as const;
type Behaviour = (typeof BEHAVIOURS)[number];

/** Shorter than every limit of the product, the shortest of which is ten seconds. */
export const SLOW_S = 8;
/** More than the product reads of any service; the largest answer that it reads is a speech of 10 MB. */
const HUGE_MB = 20;
/** An address of a private network, where clouds give out credentials. */
const PRIVATE_ADDRESS = 'http://169.254.169.254/latest/meta-data/';
const MODEL = 'gpt-4o-mini';
const TRANSCRIPTION_MODEL = 'whisper-1';
const REGION = 'brazilsouth';

const MISBEHAVIOURS: Readonly<Record<Exclude<Behaviour, 'normal' | 'slow'>, Misbehaviour>> = {
  // As the login page of a proxy between the service and us.
  wrong: withBody('<!doctype html><title>Login</title>', 'text/html'),
  huge: withMegabytes(HUGE_MB),
  hostile: withStatus(302, { location: PRIVATE_ADDRESS }),
  hangs,
};

/** A value to paste into a form, by the name of its text. */
interface ServiceValue {
  field: 'address' | 'slug' | 'project' | 'keyFile' | 'apiKey' | 'modelName' | 'region';
  value: string;
}

export interface OutsideServices {
  /** Where the services answer, on this machine. */
  origin: string;
  /** Returns the services with what forms need, and how they behave now. */
  list: () => { name: OutsideService; behaviour: Behaviour; values: ServiceValue[] }[];
  /** Returns the fake model, as a provider that a program asks. */
  model: () => { apiKey: string; baseUrl: string; model: string };
  /** Makes a service behave otherwise, from its next request on. */
  setBehaviour: (service: OutsideService, behaviour: Behaviour) => void;
  stop: () => Promise<void>;
}

/** What a restart must find again, because stored integrations have it. */
const keptSchema = z.object({ port: z.int(), keyFile: z.string().optional() });

const serviceOf = (path: string): OutsideService | undefined => {
  if (path.startsWith('/api/v1/')) return 'typebot';
  if (path.startsWith('/v2/') || path === '/token') return 'dialogflow';
  if (path.startsWith('/webhook/')) return 'n8n';
  if (path.startsWith('/receiver/')) return 'webhook';
  if (path.endsWith('/chat/completions')) return 'model';
  if (path.endsWith('/audio/transcriptions')) return 'transcription';
  return path.startsWith('/cognitiveservices/') ? 'speech' : undefined;
};

/** Listens on a loopback port: the given one, or another if it is taken. @returns the port */
const listen = async (server: Server, wanted: number): Promise<number> => {
  const isListening = await new Promise<boolean>((resolve) => {
    const refused = () => resolve(false);
    server.once('error', refused);
    server.listen(wanted, '127.0.0.1', () => {
      server.off('error', refused);
      resolve(true);
    });
  });
  return isListening ? wanted : listen(server, await freePort());
};

/**
 * Starts the fake services of integrations and assistants on a loopback port of their own, because a Typebot has an address
 * without a path. Port and key file are kept between runs.
 * @param file where they are kept
 */
export const startOutsideServices = async (file: string): Promise<OutsideServices> => {
  const kept = existsSync(file) ? keptSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  let { keyFile } = kept ?? {};
  let fake: FakeIntegrations | undefined;
  const behaviours = new Map<OutsideService, Behaviour>();

  /** Opened by the first use, because a new key file takes a while. */
  const services = (): FakeIntegrations => {
    if (fake !== undefined) return fake;
    fake = openFakeIntegrations(keyFile);
    fillForSandbox(fake);
    if (keyFile === undefined) {
      keyFile = fake.dialogflow.keyFile;
      keep();
    }
    return fake;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = services();
    try {
      await one.serve(request, response);
    } catch (error) {
      sendJson(response, 400, { error: String(error) });
    }
    // The fakes keep requests for tests; this program runs for days.
    for (const list of [
      one.received,
      one.model.asked,
      one.model.heard,
      one.model.spoken,
      one.dialogflow.sessions,
    ])
      list.length = 0;
  };
  const server = createServer((request, response) => {
    // The product opens a connection for each request; an idle one would break when this program stops.
    response.shouldKeepAlive = false;
    if (!isFromOwnMachine(request)) {
      request.resume();
      sendJson(response, 403, { error: 'ERR_ORIGIN_REFUSED' });
      return;
    }
    const path = request.url ?? '/';
    const service = serviceOf(path);
    const behaviour = service === undefined ? 'normal' : (behaviours.get(service) ?? 'normal');
    if (behaviour === 'normal') void answer(request, response);
    else if (behaviour === 'slow') setTimeout(() => void answer(request, response), SLOW_S * 1000).unref();
    else {
      request.resume();
      const { headers } = request;
      MISBEHAVIOURS[behaviour](response, { host: '', path, headers, bytes: new Uint8Array(), text: '' });
    }
  });
  // A taken port is tried by `listen`; other errors end only the request in question.
  server.on('error', (error) => log.warn('the fake services had an error', errorFields(error)));
  const port = await listen(server, kept?.port ?? (await freePort()));
  const origin = `http://127.0.0.1:${port}`;
  const keep = (): void => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeWhole(file, JSON.stringify({ port, keyFile }));
  };
  if (kept?.port !== port) keep();

  const valuesOf = (service: OutsideService): ServiceValue[] => {
    const { dialogflow, model } = services();
    const address = (path = ''): ServiceValue => ({ field: 'address', value: `${origin}${path}` });
    switch (service) {
      case 'typebot':
        return [address(), { field: 'slug', value: BOT }];
      case 'dialogflow':
        return [
          { field: 'project', value: dialogflow.project },
          { field: 'keyFile', value: dialogflow.keyFile },
        ];
      case 'n8n':
        return [address(WORKFLOW)];
      case 'webhook':
        return [address(RECEIVER)];
      case 'model':
        return [
          address('/v1'),
          { field: 'apiKey', value: model.apiKey },
          { field: 'modelName', value: MODEL },
        ];
      case 'transcription':
        return [
          address('/v1'),
          { field: 'apiKey', value: model.apiKey },
          { field: 'modelName', value: TRANSCRIPTION_MODEL },
        ];
      case 'speech':
        return [
          { field: 'apiKey', value: model.voiceKey },
          { field: 'region', value: REGION },
        ];
    }
  };
  return {
    origin,
    list: () =>
      OUTSIDE_SERVICES.map((name) => ({
        name,
        behaviour: behaviours.get(name) ?? 'normal',
        values: valuesOf(name),
      })),
    model: () => ({ apiKey: services().model.apiKey, baseUrl: `${origin}/v1`, model: MODEL }),
    setBehaviour: (service, behaviour) => {
      behaviours.set(service, behaviour);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
