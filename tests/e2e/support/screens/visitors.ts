import { ADMIN_EMAIL } from '@prosa/infra/local/seed.ts';
import { makeCompany, TEST_PASSWORD } from '../../../factories/company.ts';
import { importsOf, sourceFiles } from '../../../invariants/support/source-files.ts';
import { isWhole } from '../../../support/depth.ts';
import type { App } from '../app.ts';
import { assistantVisits } from './assistants.ts';
import { automationVisits } from './automation.ts';
import { campaignVisits } from './campaigns.ts';
import { companyVisits } from './company.ts';
import { contactVisits } from './contacts.ts';
import { longestNameVisits, makeLongNames } from './longest-names.ts';
import { operatorVisits } from './operator.ts';
import { guestVisits, otherVisits } from './other.ts';
import { attendantVisits, emptyVisits } from './restricted.ts';
import { teamVisits } from './team.ts';
import { ticketVisits } from './tickets.ts';
import type { Visit } from './visit.ts';
import { workVisits } from './work.ts';

interface Credentials {
  email: string;
  password: string;
}

/** A user with the screens to visit. */
export interface Visitor {
  who: string;
  /** Returns the user's credentials; undefined for a page that is not signed in. */
  credentials(app: App): Promise<Credentials | undefined>;
  /** What is checked, and in which themes: see the sizes. */
  checks: 'all' | 'restricted' | 'layout';
  visits: readonly Visit[];
}

const demoUser =
  (email: string) =>
  ({ stack }: App): Promise<Credentials> =>
    Promise.resolve({ email, password: stack.adminPassword });

const emptyCompany = async (): Promise<Credentials> => {
  const { admin } = await makeCompany();
  return { email: admin.email, password: TEST_PASSWORD };
};

const longestNames: Visitor = {
  who: 'an administrator of a company with the longest names',
  credentials: makeLongNames,
  checks: 'layout',
  visits: longestNameVisits,
};

export const VISITORS: readonly Visitor[] = [
  {
    who: 'a guest',
    credentials: () => Promise.resolve(undefined),
    checks: 'all',
    visits: guestVisits,
  },
  {
    who: 'an administrator',
    credentials: demoUser('ana@demo.local'),
    checks: 'all',
    visits: [
      ...ticketVisits,
      ...automationVisits,
      ...assistantVisits,
      ...teamVisits,
      ...contactVisits,
      ...campaignVisits,
      ...workVisits,
      ...companyVisits,
      ...otherVisits,
    ],
  },
  {
    who: 'a super administrator',
    credentials: demoUser(ADMIN_EMAIL),
    checks: 'all',
    visits: operatorVisits,
  },
  {
    who: 'an attendant',
    credentials: demoUser('bruno@demo.local'),
    checks: 'restricted',
    visits: attendantVisits,
  },
  {
    who: 'an administrator of an empty company',
    credentials: emptyCompany,
    checks: 'restricted',
    visits: emptyVisits,
  },
  ...(isWhole ? [longestNames] : []),
];

/** The modules of all screens: those in the router and those of the features. */
const screenModules = (): string[] => [
  ...sourceFiles('frontend/app')
    .filter(({ path }) => path === 'frontend/app/router.tsx')
    .flatMap(importsOf)
    .flatMap(({ specifier }) => /^\.\/routes\/(.+)\.tsx$/.exec(specifier)?.[1] ?? [])
    .filter((name) => name !== 'shell'),
  ...sourceFiles('frontend/features').flatMap(
    ({ path }) => /\/components\/([\w-]+)-screen\.tsx$/.exec(path)?.[1] ?? [],
  ),
];

/** Screens without an address of their own, by the screen that they are checked with. */
const SHOWN_WITH: ReadonlyMap<string, string> = new Map([['tickets-welcome', 'tickets']]);

/** Returns the screens of the router and of the features that no visit looks at. */
export const unvisitedScreens = (): string[] => {
  const visited = new Set(VISITORS.flatMap(({ visits }) => visits).map(({ screen }) => screen));
  return screenModules().filter((screen) => !visited.has(SHOWN_WITH.get(screen) ?? screen));
};
