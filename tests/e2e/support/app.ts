import { rm } from 'node:fs/promises';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { authRoutes } from '@prosa/shared/contracts/auth.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { type Customer, createCustomer, waitConnected } from '../../support/customer.ts';
import { copyDemoData } from './demo-data.ts';
import { keepScreenshot } from './keep-screenshot.ts';

const DESKTOP = { width: 1440, height: 900 } as const;
/** The machine may be busy with other tests. */
const PATIENCE_MS = 30_000;
/**
 * A window of Chromium loads pages for its address bar, in two processes that nobody sees here. Of several such lists the
 * last counts, so the others are what Playwright turns off.
 */
const WITHOUT_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
const BROWSER_ARGS = [
  `--disable-features=${WITHOUT_FEATURES.join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/**
 * Lets a test see what a person hears and notices: `prosaTest.sounds` counts notes, `prosaTest.notices` keeps the titles
 * of browser notices, `prosaTest.marks` every state that ticks went through. `prosaTest.away` makes the tab a background one.
 */
const OBSERVE = `
  globalThis.prosaTest = { sounds: 0, notices: [], marks: [], away: false };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...args) {
    prosaTest.sounds += 1;
    return start.apply(this, args);
  };
  const System = globalThis.Notification;
  globalThis.Notification = class extends System {
    constructor(title, options) {
      super(title, options);
      prosaTest.notices.push(title);
    }
    static get permission() { return 'granted'; }
  };
  Document.prototype.hasFocus = () => !prosaTest.away;
  const note = (node) => {
    for (const mark of node.querySelectorAll?.('[data-testid^="ticks-"]') ?? []) prosaTest.marks.push(mark.dataset.testid.slice(6));
    if (node.dataset?.testid?.startsWith('ticks-')) prosaTest.marks.push(node.dataset.testid.slice(6));
  };
  new MutationObserver((changes) => {
    for (const change of changes) {
      if (change.type === 'attributes') note(change.target);
      for (const node of change.addedNodes) if (node.nodeType === 1) note(node);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-testid'] });
`;

export interface Visitor {
  page: Page;
  context: BrowserContext;
}

export interface App {
  stack: Stack;
  browser: Browser;
  /** Errors that pages threw or logged. */
  complaints: string[];
  /** A browser of its own, on no page yet. */
  open(options?: BrowserContextOptions): Promise<Visitor>;
  /** A browser that shares the person's session with those of the same person before it, in the inbox. */
  signIn(email: string, options?: BrowserContextOptions): Promise<Visitor>;
  customer(number: string, name: string): Customer;
  /** Keeps what every open page shows, for who has to find out why a test failed. */
  keepEvidence(test: string): Promise<void>;
  stop(): Promise<void>;
}

/** Types the credentials of a demo account and waits for the inbox, or for where the person was before. */
export const enter = async (
  page: Page,
  email: string,
  password: string,
  place: string | RegExp = '**/tickets',
): Promise<void> => {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(place);
};

/** What a browser keeps of a session beside its cookie. */
const signedIn = (origin: string) => ({
  origin,
  localStorage: [{ name: 'prosa.signedIn', value: 'true' }],
});

/** Starts the system with demo data and its connection linked, and a browser. One per file. */
export const startApp = async (): Promise<App> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: BROWSER_ARGS,
  });
  const dataDir = await copyDemoData();
  const stack = await startStack({ dataDir }).catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  await waitConnected(stack.url);
  const complaints: string[] = [];
  const open = async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const context = await browser.newContext({
      viewport: DESKTOP,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      permissions: ['microphone', 'notifications', 'clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    context.setDefaultNavigationTimeout(PATIENCE_MS);
    await context.addInitScript(OBSERVE);
    context.on('weberror', (error) => complaints.push(String(error.error().stack ?? error.error())));
    return { page: await context.newPage(), context };
  };
  /** The open browsers of each person. */
  const browsersOf = new Map<string, Set<BrowserContext>>();
  /** Everybody has one session, so the browsers of a person share its cookie as the windows of one browser do. */
  const shareCookie = (context: BrowserContext, all: Set<BrowserContext>): void => {
    all.add(context);
    context.on('close', () => all.delete(context));
    context.on('response', async (response) => {
      if (!response.url().endsWith(authRoutes.refresh.path) || !response.ok()) return;
      const cookies = await context.cookies();
      for (const other of all) if (other !== context) await other.addCookies(cookies);
    });
  };
  return {
    stack,
    browser,
    complaints,
    open,
    signIn: async (email, options) => {
      const others = browsersOf.get(email) ?? new Set();
      browsersOf.set(email, others);
      const [other] = others;
      const visitor = await open({
        ...options,
        ...(other && { storageState: { cookies: await other.cookies(), origins: [signedIn(stack.url)] } }),
      });
      shareCookie(visitor.context, others);
      if (other === undefined) {
        await visitor.page.goto(`${stack.url}/login`);
        await enter(visitor.page, email, stack.adminPassword);
      } else await visitor.page.goto(`${stack.url}/tickets`);
      return visitor;
    },
    customer: (number, name) => createCustomer(stack.url, number, name),
    keepEvidence: async (test) => {
      const pages = browser.contexts().flatMap((context) => context.pages());
      const name = test.replace(/\W+/g, '-');
      for (const [index, page] of pages.entries()) await keepScreenshot(page, `failed-${name}-${index}`);
    },
    stop: async () => {
      await browser.close();
      await stack.stop();
      await rm(dataDir, { recursive: true });
    },
  };
};
