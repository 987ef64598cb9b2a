import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const TOKEN_S = 3600;
const MAX_SESSION_CHARS = 36;
const MAX_TEXT_CHARS = 256;

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

/** A Google Cloud project with a Dialogflow ES agent, and its service account. */
export class DialogflowAgent {
  readonly project = 'loja-demo';
  /** The key file of the service account. */
  readonly keyFile: string;
  /** What the agent answers, by the customer's text: the fields of `queryResult`. */
  readonly intents = new Map<string, object>();
  readonly sessions: string[] = [];
  /** How often a token was given out. */
  tokens = 0;
  readonly #publicKey: string;
  readonly #valid = new Set<string>();

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    this.#publicKey = publicKey;
    this.keyFile = JSON.stringify({
      type: 'service_account',
      project_id: this.project,
      private_key: privateKey,
      client_email: `bot@${this.project}.iam.gserviceaccount.com`,
    });
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
    const text: unknown = Object(Object(Object(question).queryInput).text).text;
    if (session.length > MAX_SESSION_CHARS || typeof text !== 'string' || text.length > MAX_TEXT_CHARS)
      return refused(400, 'INVALID_ARGUMENT', 'Input text exceeds 256 characters.');
    this.sessions.push(session);
    const result = this.intents.get(text) ?? { fulfillmentMessages: [{ text: { text: [''] } }] };
    const queryResult = { queryText: text, languageCode: 'pt-br', ...result };
    return { status: 200, body: { responseId: randomUUID(), queryResult } };
  }
}
