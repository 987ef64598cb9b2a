import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Import,
  importsOf,
  isTest,
  lineOf,
  ROOT,
  type SourceFile,
  sourceFiles,
} from './support/source-files.ts';

interface Border {
  folder: string;
  /** Returns why an import is forbidden, or undefined if it is allowed. */
  refuses: (specifier: string, file: SourceFile) => string | undefined;
}

const isNode = (specifier: string) => specifier.startsWith('node:');
const isOurs = (specifier: string) => specifier.startsWith('@prosa/');
const isAws = (specifier: string) => /^(@aws-sdk|@smithy)\//.test(specifier);
const isMiddy = (specifier: string) => specifier.startsWith('@middy/');
const isBaileys = (specifier: string) => /^(baileys|@whiskeysockets\/baileys)(\/|$)/.test(specifier);
const isReact = (specifier: string) => /^(react|react-dom|react-router|@mui|@emotion)(\/|$)/.test(specifier);
const isLayer = (specifier: string) =>
  /^@mui\/material\/(Dialog|Drawer|Menu|Modal|Popover|Select|SwipeableDrawer)$/.test(specifier);
const isRelative = (specifier: string) => specifier.startsWith('.');
/** Folders of the entry points of functions. */
const TRANSPORT = ['http', 'ws', 'workers', 'streams'];
/** Module that commits a turn in one transaction. */
const DOOR_STEP = 'functions/conversations/commit-turn.ts';
/** Returns the file that a relative import names; for other imports the specifier itself. */
const targetOf = ({ path }: SourceFile, specifier: string): string =>
  isRelative(specifier) ? posix.normalize(join(dirname(path), specifier)) : specifier;
/** The local program's fake WhatsApp network. */
const FAKE_WHATSAPP = 'infra/local/fake-whatsapp';
const inside = (path: string, folder: string) => path.startsWith(`${folder}/`);
const FEATURES = 'frontend/features';
/** The features of the frontend. Each may import only the features before it. */
const FEATURE_ORDER = [
  'branding',
  'preferences',
  'auth',
  'files',
  'directory',
  'corrections',
  'contacts',
  'quick-messages',
  'tickets',
  'tags',
  'messages',
  'schedules',
  'moments',
  'kanban',
  'try-out',
  'file-lists',
  'queues',
  'connections',
  'message-templates',
  'contact-lists',
  'users',
  'profile',
  'helps',
  'settings',
  'campaigns',
  'flows',
  'flow-phrases',
  'ticket-report',
  'dashboard',
  'messages-api',
  'call-log',
  'integrations',
  'assistants',
  'todo-list',
  'help-chat',
  'announcements',
  'sandbox',
  'notifications',
  'internal-chats',
  'palette',
  'companies',
];
/** Returns the position of a feature in the order. Unlisted features come last, and no feature may import them. */
const placeOf = (feature: string): number =>
  FEATURE_ORDER.includes(feature) ? FEATURE_ORDER.indexOf(feature) : FEATURE_ORDER.length;
/** Returns the feature that contains a path; undefined outside of the features. */
const featureOf = (path: string): string | undefined =>
  inside(path, FEATURES) ? path.slice(FEATURES.length + 1).split('/')[0] : undefined;

const ours = (specifier: string, allowed: readonly string[]): string | undefined =>
  isOurs(specifier) && !allowed.some((prefix) => specifier.startsWith(prefix))
    ? `may not import ${specifier}`
    : undefined;

const BORDERS: Border[] = [
  {
    folder: 'shared',
    refuses: (specifier) =>
      isRelative(specifier) || specifier === 'zod' || specifier.startsWith('zod/')
        ? undefined
        : 'shared stands on zod alone',
  },
  {
    folder: 'functions',
    refuses: (specifier, { path }) => {
      if (isAws(specifier) && !inside(path, 'functions/platform/aws'))
        return 'only functions/platform/aws touches AWS';
      if (isMiddy(specifier) && !inside(path, 'functions/platform/lambda'))
        return 'only functions/platform/lambda touches middy';
      if (isBaileys(specifier)) return 'only the session host speaks WhatsApp Web';
      if (isReact(specifier)) return 'no screen in a function';
      return ours(specifier, ['@prosa/shared/']);
    },
  },
  {
    folder: 'functions/domain',
    refuses: (specifier) => (isNode(specifier) ? 'decisions do nothing but decide' : undefined),
  },
  {
    folder: 'functions/platform',
    refuses: (specifier, { path }) =>
      isRelative(specifier) && !inside(posix.normalize(join(dirname(path), specifier)), 'functions/platform')
        ? 'the platform knows nothing of what stands on it'
        : undefined,
  },
  ...['http', 'ws', 'workers', 'streams'].map(
    (own): Border => ({
      folder: `functions/${own}`,
      refuses: (specifier, file) => {
        const target = targetOf(file, specifier);
        if (target === DOOR_STEP)
          return 'only functions/conversations commits what is decided about a conversation';
        const other = TRANSPORT.find((one) => one !== own && inside(target, `functions/${one}`));
        return other === undefined
          ? undefined
          : `${own} and ${other} are ways in: what both do is a conversation's`;
      },
    }),
  ),
  {
    folder: 'functions/repositories',
    refuses: (specifier, file) =>
      inside(targetOf(file, specifier), 'functions/conversations')
        ? 'rows know nothing of what is done with them'
        : undefined,
  },
  {
    folder: 'functions/conversations',
    refuses: (specifier, file) =>
      TRANSPORT.some((one) => inside(targetOf(file, specifier), `functions/${one}`))
        ? 'the door knows nothing of who comes through it'
        : undefined,
  },
  {
    folder: 'session-host',
    refuses: (specifier, { path }) => {
      if (inside(path, 'session-host/testing') && specifier.startsWith(`@prosa/${FAKE_WHATSAPP}/`))
        return undefined;
      if (isAws(specifier)) return 'only functions/platform/aws touches AWS';
      // The channel's ids and the pure decisions are allowed; loading and committing belong to the workers.
      return ours(specifier, [
        '@prosa/shared/',
        '@prosa/functions/platform/',
        '@prosa/functions/domain/',
        '@prosa/functions/channels/whatsapp/own-message-id.ts',
      ]);
    },
  },
  {
    folder: 'frontend',
    refuses: (specifier, file) => {
      if (isAws(specifier)) return 'this runs in a browser';
      if (isNode(specifier) && !inside(file.path, 'frontend/build')) return 'this runs in a browser';
      if (
        isLayer(specifier) &&
        !importsOf(file).some((each) => each.specifier.endsWith('/use-back-closes.ts'))
      )
        return 'going back on a phone has to close what lies over a screen: useBackCloses';
      return ours(specifier, ['@prosa/shared/']);
    },
  },
  {
    folder: FEATURES,
    refuses: (specifier, file) => {
      const [own, other] = [file.path, targetOf(file, specifier)].map(featureOf);
      if (own === undefined || other === undefined || own === other || placeOf(other) < placeOf(own))
        return undefined;
      return `${own} does not come after ${other} in FEATURE_ORDER`;
    },
  },
  {
    folder: 'infra',
    refuses: (specifier, { path }) => {
      if (isBaileys(specifier) && !inside(path, FAKE_WHATSAPP))
        return 'only the session host, and the network that plays WhatsApp for it, speak WhatsApp Web';
      if (isAws(specifier) || isMiddy(specifier)) return 'only functions/platform touches AWS or middy';
      return ours(specifier, [
        '@prosa/shared/',
        '@prosa/functions/',
        '@prosa/infra/',
        '@prosa/session-host/',
      ]);
    },
  },
];

/**
 * Returns why a relative import is wrong: it must stay inside its workspace, and other imports are named `@prosa/…`.
 */
const leaves = (file: SourceFile, { specifier }: Import): string | undefined => {
  if (!isRelative(specifier)) return undefined;
  const [workspace = ''] = file.path.split('/');
  const target = posix.normalize(join(dirname(file.path), specifier));
  const isRootFile = !target.includes('/');
  return inside(target, workspace) || isRootFile ? undefined : `leaves ${workspace}`;
};

const PRODUCT = ['shared', 'functions', 'session-host', 'frontend', 'infra'];

describe('import borders', () => {
  it.each(BORDERS.map((border) => ({ ...border })))('$folder', ({ folder, refuses }) => {
    const files = sourceFiles(folder).filter((file) => !isTest(file));
    expect(files.length).toBeGreaterThan(0);
    const broken = files.flatMap((file) =>
      importsOf(file).flatMap((found) => {
        const reason = refuses(found.specifier, file);
        return reason === undefined ? [] : [`${file.path}: ${found.specifier} (${reason})`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('decisions import only types from the platform', () => {
    const broken = sourceFiles('functions/domain')
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ specifier, typeOnly }) => isRelative(specifier) && !typeOnly)
          .map(({ specifier }) => posix.normalize(join(dirname(file.path), specifier)))
          .filter((target) => !inside(target, 'functions/domain'))
          .map((target) => `${file.path}: ${target}`),
      );
    expect(broken).toEqual([]);
  });

  it('code shared by all functions loads no contracts, because every cold start would build schemas of foreign routes', () => {
    const broken = ['functions/platform', 'functions/repositories', 'functions/channels']
      .flatMap(sourceFiles)
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ specifier, typeOnly }) => specifier.startsWith('@prosa/shared/contracts/') && !typeOnly)
          // This module contains only names and types.
          .filter(({ specifier }) => specifier !== '@prosa/shared/contracts/route.ts')
          .map(({ specifier }) => `${file.path}: ${specifier}`),
      );
    expect(broken).toEqual([]);
  });

  it('the session host’s image contains every file that the session host imports', () => {
    const files = new Map(
      ['shared', 'functions', 'session-host'].flatMap(sourceFiles).map((file) => [file.path, file]),
    );
    const seen = new Set<string>();
    const follow = (path: string): void => {
      const file = files.get(path);
      if (file === undefined || seen.has(path)) return;
      seen.add(path);
      for (const { specifier } of importsOf(file)) {
        if (isRelative(specifier)) follow(posix.normalize(join(dirname(path), specifier)));
        else if (isOurs(specifier)) follow(specifier.replace('@prosa/', ''));
      }
    };
    follow('session-host/main.ts');
    const dockerfile = readFileSync(join(ROOT, 'session-host/Dockerfile'), 'utf8');
    const copied = [...dockerfile.matchAll(/^COPY (\S+) \.\/\S+$/gm)].map(([, from = '']) =>
      from.replace(/\/\*\.ts$/, ''),
    );
    expect(seen.size).toBeGreaterThan(50);
    expect([...seen].filter((path) => !copied.some((folder) => inside(path, folder)))).toEqual([]);
  });

  it('no relative import leaves its workspace', () => {
    const broken = PRODUCT.flatMap(sourceFiles).flatMap((file) =>
      importsOf(file).flatMap((found) => {
        const reason = leaves(file, found);
        return reason === undefined ? [] : [`${file.path}: ${found.specifier} (${reason})`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('only the session host and the fake network use WhatsApp Web', () => {
    const speakers = [...PRODUCT, 'tests']
      .flatMap(sourceFiles)
      .filter((file) => importsOf(file).some(({ specifier }) => isBaileys(specifier)));
    expect(
      speakers
        .map(({ path }) => path)
        .filter((path) => !['session-host', 'tests', FAKE_WHATSAPP].some((folder) => inside(path, folder))),
    ).toEqual([]);
  });

  it('zod is imported as a namespace, because its named import includes every language', () => {
    const broken = PRODUCT.flatMap(sourceFiles).filter(({ text }) =>
      /import\s*\{[^}]*\bz\b[^}]*\}\s*from\s*['"]zod['"]/.test(text),
    );
    expect(broken.map(({ path }) => path)).toEqual([]);
  });
});

describe('S-45 fetching addresses that callers name', () => {
  const ASKS = /\bfetch\(|from '(node:)?(https?|http2|net|tls)'/;

  it('only functions/platform/fetch-outside.ts opens outside connections', () => {
    const files = ['functions', 'shared'].flatMap(sourceFiles).filter((file) => !isTest(file));
    expect(files.filter(({ text }) => ASKS.test(text)).map(({ path }) => path)).toEqual([
      'functions/platform/fetch-outside.ts',
    ]);
  });

  it.each(['await fetch(url);', "import { request } from 'node:https';", "import { connect } from 'net';"])(
    'the check finds %s',
    (text) => {
      expect(ASKS.test(text)).toBe(true);
    },
  );
});

describe('requests for shared lists', () => {
  const ASKED_BY: Record<string, RegExp> = {
    'frontend/features/directory/queue-list.ts': /route(Query|Pages)\(\s*queueRoutes\.list(Brief)?\b/,
    'frontend/features/directory/connection-list.ts': /route(Query|Pages)\(\s*connectionRoutes\.list\b/,
    'frontend/features/directory/colleague-list.ts': /route(Query|Pages)\(\s*userRoutes\.listBrief\b/,
    'frontend/features/directory/tag-list.ts': /route(Query|Pages)\(\s*tagRoutes\.listBrief\b/,
  };

  it.each(Object.entries(ASKED_BY))('only %s requests its list', (asker, asks) => {
    const files = sourceFiles('frontend').filter((file) => !isTest(file) && asks.test(file.text));
    expect(files.map(({ path }) => path)).toEqual([asker]);
  });
});

describe('select fields', () => {
  it('only one component uses select fields, and it closes their choices on going back', () => {
    const files = sourceFiles('frontend').filter(({ text }) => /<TextField[^<]*\sselect(=|\s|>)/.test(text));
    expect(files.map(({ path }) => path)).toEqual(['frontend/components/select-field.tsx']);
  });
});

/** What a decision may not use directly; each is passed in. */
const IMPURE = [
  /\bDate\.now\(/g,
  /\bnew Date\(\s*\)/g,
  /\bMath\.random\(/g,
  /\bperformance\.now\(/g,
  /\bcrypto\./g,
  /\brandomUUID\(/g,
  /\bprocess\./g,
  /\bset(Timeout|Interval|Immediate)\(/g,
  /\bfetch\(/g,
];

describe('purity of decisions', () => {
  it('decisions use no clock, no randomness and no I/O', () => {
    const files = [...sourceFiles('functions/domain'), ...sourceFiles('shared')].filter(
      (file) => !isTest(file),
    );
    const found = files.flatMap(({ path, text }) =>
      IMPURE.flatMap((pattern) =>
        [...text.matchAll(pattern)].map((match) => `${path}:${lineOf(text, match.index)}: ${match[0]}`),
      ),
    );
    expect(found).toEqual([]);
  });
});

describe('rows that are written together', () => {
  /** Entities whose rows depend on each other, and the one file that writes them. */
  const WRITERS: Record<string, RegExp> = {
    'functions/repositories/organisation/queues.ts':
      /\.(put|delete)\(\s*(Queue|QueueOptions|DirectoryQueue)\b/g,
    'functions/repositories/connections/connections.ts':
      /\.(put|delete)\(\s*(Connection|DirectoryConnection|ConnectionToken|ChannelRoute)\b/g,
    'functions/repositories/webhooks/webhook-endpoints.ts':
      /\.(put|delete)\(\s*(WebhookEndpoint|DirectoryEndpoint)\b/g,
    'functions/repositories/integrations/integrations.ts':
      /\.(put|delete)\(\s*(Integration|DirectoryIntegration)\b/g,
    'functions/repositories/organisation/tags.ts': /\.(put|delete)\(\s*(Tag|DirectoryLane)\b/g,
    'functions/repositories/assistants/assistants.ts': /\.(put|delete)\(\s*(Assistant|DirectoryAssistant)\b/g,
  };

  it.each(Object.entries(WRITERS))('only %s writes its rows', (writer, writes) => {
    const files = ['functions', 'session-host', 'infra'].flatMap(sourceFiles).filter((file) => !isTest(file));
    const found = files.filter(({ text }) => text.search(writes) >= 0).map(({ path }) => path);
    expect(found).toEqual([writer]);
  });
});
