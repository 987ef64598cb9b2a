import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, verify } from 'node:crypto';
import * as z from 'zod';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const TOKEN_S = 3600;
const MAX_SESSION_CHARS = 36;
const MAX_TEXT_CHARS = 256;
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const AUDIO_RATE = 16_000;
const OGG = 'OggS';

/** An answer of Google's API. */
export interface GoogleAnswer {
  status: number;
  body: object;
}

const refused = (status: number, name: string, message: string): GoogleAnswer => ({
  status,
  body: { error: { code: status, message, status: name } },
});

const partOf = (jwt: string, part: number): Record<string, unknown> =>
  Object(JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString()));

const keyFileSchema = z.object({ private_key: z.string() });
const newKeyFile = (project: string): string => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({
    type: 'service_account',
    project_id: project,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: `bot@${project}.iam.gserviceaccount.com`,
  });
};

/** A Google Cloud project with a Dialogflow ES agent, and its service account. */
export class DialogflowAgent {
  readonly project = 'loja-demo';
  /** The key file of the service account. */
  readonly keyFile: string;
  /** What the agent answers, by the customer's text: the fields of `queryResult`. */
  readonly intents = new Map<string, object>();
  readonly sessions: string[] = [];
  /** What it hears in a recording: the text that its intents are found by. */
  heard = '';
  /** The recordings that it got. */
  readonly recordings: Uint8Array[] = [];
  /** How often a token was given out. */
  tokens = 0;
  readonly #publicKey: KeyObject;
  readonly #valid = new Set<string>();

  /** @param keyFile of an earlier run, whose integrations have it; otherwise a new one is made */
  constructor(keyFile?: string) {
    this.keyFile = keyFile ?? newKeyFile(this.project);
    this.#publicKey = createPublicKey(keyFileSchema.parse(JSON.parse(this.keyFile)).private_key);
  }

  /** Ends the validity of all tokens. */
  revoke(): void {
    this.#valid.clear();
  }

  /** Answers the token endpoint. */
  exchange(form: URLSearchParams): GoogleAnswer {
    const assertion = form.get('assertion') ?? '';
    const [head = '', claims = '', signature = ''] = assertion.split('.');
    const isSigned =
      form.get('grant_type') === GRANT &&
      verify(
        'RSA-SHA256',
        Buffer.from(`${head}.${claims}`),
        this.#publicKey,
        Buffer.from(signature, 'base64url'),
      );
    if (!isSigned || partOf(assertion, 1).aud !== AUDIENCE)
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
    const token = `ya29.${randomUUID()}`;
    this.#valid.add(token);
    this.tokens += 1;
    return { status: 200, body: { access_token: token, expires_in: TOKEN_S, token_type: 'Bearer' } };
  }

  /** Answers `detectIntent`. @param authorization the header */
  detect(project: string, session: string, authorization: string, question: unknown): GoogleAnswer {
    if (!this.#valid.has(authorization.replace(/^Bearer /, '')))
      return refused(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    if (project !== this.project)
      return refused(404, 'NOT_FOUND', `No DesignTimeAgent found for project '${project}'.`);
    if (JSON.stringify(question).length > MAX_BODY_BYTES)
      return refused(400, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 10485760 bytes.');
    const { queryInput, inputAudio } = Object(question);
    const { text: typed, audioConfig } = Object(queryInput);
    const text: unknown =
      audioConfig === undefined ? Object(typed).text : this.#hear(audioConfig, inputAudio);
    if (text === undefined) return refused(400, 'INVALID_ARGUMENT', 'Invalid audio.');
    if (session.length > MAX_SESSION_CHARS || typeof text !== 'string' || text.length > MAX_TEXT_CHARS)
      return refused(400, 'INVALID_ARGUMENT', 'Input text exceeds 256 characters.');
    this.sessions.push(session);
    const result = this.intents.get(text) ?? { fulfillmentMessages: [{ text: { text: [''] } }] };
    const queryResult = { queryText: text, languageCode: 'pt-br', ...result };
    return { status: 200, body: { responseId: randomUUID(), queryResult } };
  }

  /** Returns what is said in a recording; undefined if the request does not describe it, or it has no Ogg container. */
  #hear(config: unknown, audio: unknown): string | undefined {
    const { audioEncoding, sampleRateHertz, languageCode } = Object(config);
    const bytes = Buffer.from(typeof audio === 'string' ? audio : '', 'base64');
    const isDescribed =
      audioEncoding === 'AUDIO_ENCODING_OGG_OPUS' &&
      sampleRateHertz === AUDIO_RATE &&
      typeof languageCode === 'string';
    if (!isDescribed || bytes.toString('latin1', 0, OGG.length) !== OGG) return undefined;
    this.recordings.push(bytes);
    return this.heard;
  }
}
