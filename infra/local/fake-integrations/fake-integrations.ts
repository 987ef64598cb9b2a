import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ChatModel } from './chat-model.ts';
import { DialogflowAgent } from './dialogflow-agent.ts';
import { type BotMessage, TypebotViewer } from './typebot-bot.ts';

/** A request that a service got. */
export interface Received {
  /** Name of the host that was called, without the port. */
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Uint8Array;
  /** The bytes as UTF-8. */
  text: string;
}

/** Answers a request in place of the service, as a broken or hostile host does. */
export type Misbehaviour = (response: ServerResponse, received: Received) => void;

/** The external services that answer customers: Typebot, Dialogflow, receivers of n8n and webhooks, and models. */
export interface FakeIntegrations {
  readonly typebot: TypebotViewer;
  readonly dialogflow: DialogflowAgent;
  readonly model: ChatModel;
  /** Answers of workflows and other receivers, by their path: `/webhook/pedidos`. Without one, n8n knows no workflow. */
  readonly receivers: Map<string, Misbehaviour>;
  /** Files that bots name, by their path. */
  readonly files: Map<string, { mimeType: string; bytes: Uint8Array }>;
  /** How a host misbehaves, by its name. */
  readonly faults: Map<string, Misbehaviour>;
  /** The requests, the oldest first. */
  readonly received: Received[];
  /** Answers a request. */
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Answers with JSON. */
export const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const START = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/;
const CONTINUE = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/;
const DETECT = /^\/v2\/projects\/([^/]+)\/agent\/sessions\/([^/:]+):detectIntent$/;
const UNKNOWN_WEBHOOK = {
  code: 404,
  message: 'The requested webhook is not registered.',
  hint: 'The workflow must be active for a production URL to run successfully.',
};

/**
 * Opens the services without bots, intents, workflows and files.
 * @param keyFile key file of the service account at Google, if it was made earlier
 */
export const openFakeIntegrations = (keyFile?: string): FakeIntegrations => {
  const typebot = new TypebotViewer();
  const dialogflow = new DialogflowAgent(keyFile);
  const model = new ChatModel();
  const receivers: FakeIntegrations['receivers'] = new Map();
  const files: FakeIntegrations['files'] = new Map();
  const faults: FakeIntegrations['faults'] = new Map();
  const received: Received[] = [];

  const answer = (response: ServerResponse, one: Received): void => {
    const { path, text, headers } = one;
    if (model.serve(response, one)) return;
    const [, botId] = START.exec(path) ?? [];
    const [, sessionId] = CONTINUE.exec(path) ?? [];
    const [, project, session] = DETECT.exec(path) ?? [];
    const file = files.get(path);
    const receiver = receivers.get(path);
    if (botId !== undefined || sessionId !== undefined) {
      const { message }: { message?: BotMessage } = Object(JSON.parse(text));
      const { status, body } =
        botId === undefined
          ? typebot.continue(decodeURIComponent(sessionId ?? ''), message)
          : typebot.start(decodeURIComponent(botId), message);
      sendJson(response, status, body);
    } else if (path === '/token') {
      const { status, body } = dialogflow.exchange(new URLSearchParams(text));
      sendJson(response, status, body);
    } else if (project !== undefined && session !== undefined) {
      const { authorization = '' } = headers;
      const { status, body } = dialogflow.detect(project, session, authorization, JSON.parse(text));
      sendJson(response, status, body);
    } else if (file !== undefined) response.writeHead(200, { 'content-type': file.mimeType }).end(file.bytes);
    else if (receiver !== undefined) receiver(response, one);
    else sendJson(response, 404, UNKNOWN_WEBHOOK);
  };

  return {
    typebot,
    dialogflow,
    model,
    receivers,
    files,
    faults,
    received,
    serve: async (request, response) => {
      const host = (request.headers.host ?? '').split(':')[0] ?? '';
      const bytes = await readBody(request);
      const { url: path = '', headers } = request;
      const one = { host, path, headers, bytes, text: bytes.toString() };
      received.push(one);
      const misbehave = faults.get(host) ?? answer;
      misbehave(response, one);
    },
  };
};
