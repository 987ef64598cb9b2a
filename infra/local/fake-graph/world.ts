import { join } from 'node:path';
import { Journal } from '../fake-whatsapp/journal.ts';
import { Conversation } from './conversation.ts';
import { Deliveries, RETRY_DELAYS_MS } from './deliveries.ts';
import { Faults } from './faults.ts';
import { MediaFiles } from './media.ts';
import { People } from './people.ts';
import { PhoneStates } from './phone-states.ts';
import { Subscriptions } from './subscriptions.ts';
import { Templates } from './templates.ts';
import { type MetaApp, Tokens } from './tokens.ts';
import { Uploads } from './uploads.ts';

export interface FakeGraphOptions {
  /** Folder of the fake's own data. */
  dataDir: string;
  /** The app at Meta: its id and its secrets, which Prosa has too. */
  app: MetaApp;
  /** Address of this API without a slash at the end: `http://127.0.0.1:3000/sandbox/graph`. */
  endpoint: string;
  /** Where the app gets its updates. */
  webhookUrl: string;
  /** Origin of the app, the only one to which the login dialog leads. */
  appOrigin: string;
  /** Epoch milliseconds. */
  now?: () => number;
  /** Delays between the attempts of a delivery in milliseconds; the last one is repeated. */
  retryDelaysMs?: readonly number[];
  /** Time that a new template waits for its approval. */
  reviewMs?: number;
}

const REVIEW_MS = 3_000;

/** Everything that Meta knows: accounts' states, tokens, people and their conversations. */
export interface World {
  app: MetaApp;
  endpoint: string;
  appOrigin: string;
  now: () => number;
  tokens: Tokens;
  subscriptions: Subscriptions;
  phones: PhoneStates;
  people: People;
  conversation: Conversation;
  media: MediaFiles;
  uploads: Uploads;
  templates: Templates;
  faults: Faults;
  deliveries: Deliveries;
  close: () => void;
}

/** Opens the world from its journal, and delivers what an earlier run could not. */
export const openWorld = (options: FakeGraphOptions): World => {
  const { dataDir, app, endpoint, webhookUrl, appOrigin, now = Date.now } = options;
  const journal = new Journal(join(dataDir, 'graph.journal'));
  const subscriptions = new Subscriptions(journal);
  const faults = new Faults();
  const retryDelaysMs = options.retryDelaysMs ?? RETRY_DELAYS_MS;
  const deliveries = new Deliveries({
    journal,
    subscriptions,
    faults,
    appSecret: app.secret,
    webhookUrl,
    now,
    retryDelaysMs,
  });
  const uploads = new Uploads(journal, now);
  const templates = new Templates(journal, {
    now,
    typeOf: (handle) => uploads.typeOf(handle),
    reviewMs: options.reviewMs ?? REVIEW_MS,
    tell: (update) => deliveries.tell(update),
  });
  deliveries.resume();
  return {
    app,
    endpoint,
    appOrigin,
    now,
    tokens: new Tokens(journal, app, now),
    subscriptions,
    phones: new PhoneStates(journal),
    people: new People(journal),
    conversation: new Conversation(journal),
    media: new MediaFiles(journal, join(dataDir, 'graph-media'), now),
    uploads,
    templates,
    faults,
    deliveries,
    close: () => {
      deliveries.close();
      templates.close();
      journal.close();
    },
  };
};
