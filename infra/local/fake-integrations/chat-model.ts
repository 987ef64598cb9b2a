import type { ServerResponse } from 'node:http';
import { type Misbehaviour, type Received, sendJson } from './fake-integrations.ts';

/** A tool that the model calls instead of answering, or beside a text. */
export interface CalledTool {
  name: string;
  /** As the model writes them, which may be no JSON. */
  arguments: string;
}

/** What the model answers. */
export interface ModelAnswer {
  text?: string;
  tool?: CalledTool;
  /** Without one, as OpenAI: `stop`, or `tool_calls` for a tool. */
  finish?: 'stop' | 'length' | 'content_filter';
  refusal?: string;
  /** null: the server does not count. */
  tokens?: number | null;
  /** A server that gives calls no id. */
  hasEmptyId?: boolean;
}

/** A request for an answer, as the model got it. */
export interface AskedModel {
  model: string;
  messages: { role: string; content: string }[];
  tools: { function: { name: string; parameters: { properties: { queue?: { enum: string[] } } } } }[];
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
}

/** Returns the body of an answer. */
export const completion = (answer: ModelAnswer): object => {
  const { text, tool, tokens = 40, refusal = null } = answer;
  const call = { id: answer.hasEmptyId === true ? '' : 'call_1', type: 'function', function: tool };
  const message = {
    role: 'assistant',
    content: text ?? null,
    refusal,
    ...(tool === undefined ? {} : { tool_calls: [call] }),
  };
  const finish = answer.finish ?? (tool === undefined ? 'stop' : 'tool_calls');
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-4o-mini',
    choices: [{ index: 0, message, finish_reason: finish }],
    ...(tokens === null
      ? {}
      : { usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens } }),
  };
};

/** Answers with an error as OpenAI does. */
export const withError =
  (
    status: number,
    error: { code?: string; type?: string; param?: string; message?: string },
    headers = {},
  ): Misbehaviour =>
  (response) => {
    const whole = { message: 'refused', type: 'invalid_request_error', param: null, code: null, ...error };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: whole }));
  };

const unsupported = (param: string): Misbehaviour =>
  withError(400, {
    code: 'unsupported_parameter',
    param,
    message: `Unsupported parameter: '${param}' is not supported with this model.`,
  });

const bearer = ({ headers }: Received): string => String(headers.authorization ?? '').replace(/^Bearer /, '');

const END = '</voice></speak>';
/** Whether a document is a text in a voice: Azure refuses what is no XML. */
const isSound = (document: string): boolean => {
  const start = document.indexOf('>', document.indexOf('<voice ')) + 1;
  const text = document.slice(start, -END.length);
  return (
    document.startsWith('<speak ') && document.endsWith(END) && !/<|&(?!(?:amp|lt|gt|quot|apos);)/.test(text)
  );
};

/** An OpenAI-compatible API with chat and transcription, and Azure's speech service. */
export class ChatModel {
  /** The keys that are accepted. */
  readonly apiKey = 'sk-fake-model';
  readonly voiceKey = 'azure-fake-voice';
  /** The questions, the oldest first. */
  readonly asked: AskedModel[] = [];
  /** File names and models of the recordings that were transcribed. */
  readonly heard: { name: string; model: string }[] = [];
  /** The documents that were spoken. */
  readonly spoken: string[] = [];
  /** Parameters that this server refuses. */
  readonly refuses = new Set<'max_tokens' | 'max_completion_tokens' | 'temperature'>();
  /** What it answers to a question. */
  answers: (question: AskedModel) => ModelAnswer = () => ({ text: 'Olá! Como posso ajudar?' });
  /** What is said in a recording. */
  says = 'Qual o horário de vocês?';
  /** What its speech service answers. */
  speech: Uint8Array = new Uint8Array();
  /** How a service misbehaves, once for each entry. */
  readonly faults: Record<'chat' | 'transcription' | 'speech', Misbehaviour[]> = {
    chat: [],
    transcription: [],
    speech: [],
  };

  /** Forgets questions, answers and faults. */
  reset(): void {
    for (const held of [this.asked, this.heard, this.spoken, ...Object.values(this.faults)]) held.length = 0;
    this.refuses.clear();
    this.answers = () => ({ text: 'Olá! Como posso ajudar?' });
    this.says = 'Qual o horário de vocês?';
    this.speech = new Uint8Array();
  }

  /** Answers a request for one of its services; returns false for any other path. */
  serve(response: ServerResponse, received: Received): boolean {
    if (received.path.endsWith('/chat/completions')) this.#chat(response, received);
    else if (received.path.endsWith('/audio/transcriptions')) void this.#transcribe(response, received);
    else if (received.path === '/cognitiveservices/v1') this.#speak(response, received);
    else return false;
    return true;
  }

  #chat(response: ServerResponse, received: Received): void {
    const question: AskedModel = JSON.parse(received.text);
    this.asked.push(question);
    const refused = [...this.refuses].find((param) => question[param] !== undefined);
    const fault = this.faults.chat.shift();
    if (fault !== undefined) fault(response, received);
    else if (bearer(received) !== this.apiKey)
      withError(401, { code: 'invalid_api_key' })(response, received);
    else if (refused !== undefined) unsupported(refused)(response, received);
    else sendJson(response, 200, completion(this.answers(question)));
  }

  async #transcribe(response: ServerResponse, received: Received): Promise<void> {
    const headers = { 'content-type': received.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.from(received.bytes), { headers }).formData();
    const file = form.get('file');
    const name = file instanceof File ? file.name : '';
    this.heard.push({ name, model: String(form.get('model')) });
    const fault = this.faults.transcription.shift();
    if (fault !== undefined) fault(response, received);
    else if (bearer(received) !== this.apiKey)
      withError(401, { code: 'invalid_api_key' })(response, received);
    else if (!/\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/.test(name))
      withError(400, { message: 'Invalid file format.' })(response, received);
    else sendJson(response, 200, { text: this.says, usage: { type: 'duration', seconds: 3 } });
  }

  #speak(response: ServerResponse, received: Received): void {
    const { text, headers } = received;
    this.spoken.push(text);
    const fault = this.faults.speech.shift();
    if (fault !== undefined) {
      fault(response, received);
      return;
    }
    if (headers['ocp-apim-subscription-key'] !== this.voiceKey) response.writeHead(401).end();
    else if (!isSound(text) || headers['user-agent'] === undefined) response.writeHead(400).end();
    else response.writeHead(200, { 'content-type': 'audio/ogg' }).end(this.speech);
  }
}
