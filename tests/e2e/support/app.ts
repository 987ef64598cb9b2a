import { rm } from 'node:fs/promises';
import { type Stack, type StackOptions, startStack } from '@prosa/infra/local/stack.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { type Customer, createCustomer, waitConnected } from '../../support/customer.ts';
import { copyDemoData } from './demo-data.ts';
import { saveScreenshot } from './keep-screenshot.ts';

const DESKTOP = { width: 1440, height: 900 } as const;
/** Long, because the machine may be busy with other tests. */
const PATIENCE_MS = 60_000;
/**
 * A window of Chromium loads pages for its address bar, in two processes that are not needed here, and keeps a spare
 * process for the next page. Of several such lists only the last one counts, so the rest are the features that
 * Playwright turns off.
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
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];
const BROWSER_ARGS = [
  `--disable-features=${WITHOUT_FEATURES.join()}`,
  '--no-sandbox',
  '--disable-gpu',
  // As on tablets: a long press drags.
  '--enable-touch-drag-drop',
  // A page lives for seconds here: compiling its code for speed takes longer than it saves.
  '--js-flags=--no-opt --no-maglev',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Begins the console line of an error's cause: React wraps an error of a screen, and Playwright hands over no cause. */
const CAUSE = 'caused by ';

/**
 * Lets a test observe what a user hears and sees: `prosaTest.sounds` counts notes, `prosaTest.notices` records the
 * titles of browser notifications. `prosaTest.away` makes the tab a background tab.
 */
const OBSERVE = `
  globalThis.prosaTest = { sounds: 0, notices: [], away: false };
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
  addEventListener('error', ({ error }) => {
    if (error?.cause !== undefined) console.error('${CAUSE}' + (error.cause?.stack ?? error.cause));
  });
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
  /** Opens a new browser without a page. */
  open(options?: BrowserContextOptions): Promise<Visitor>;
  /** Signs a demo user in, in a new browser, and opens the inbox. */
  signIn(email: string, options?: BrowserContextOptions): Promise<Visitor>;
  customer(number: string, name: string): Customer;
  /** Saves what every open page shows, for finding out why a test failed. */
  keepEvidence(test: string): Promise<void>;
  stop(): Promise<void>;
}

/** Types the credentials of a demo account and waits for the inbox, or for the user's previous page. */
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

/** Starts headless Chromium. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: BROWSER_ARGS });

declare global {
  /** The Chromium that all test files of this process share. Global, because every file evaluates all modules again. */
  var keptBrowser: Browser | undefined;
}

/** Returns the Chromium of this process; starts it if it is not running. Chromium ends with the process. */
const keepBrowser = async (): Promise<Browser> => {
  if (globalThis.keptBrowser?.isConnected() !== true) globalThis.keptBrowser = await launchBrowser();
  return globalThis.keptBrowser;
};

/** Starts the system with demo data and a linked connection. Call once per file; it uses the browser of the process. */
export const startApp = async (options: Pick<StackOptions, 'helpChat'> = {}): Promise<App> => {
  const [browser, dataDir] = await Promise.all([keepBrowser(), copyDemoData()]);
  const stack = await startStack({ ...options, dataDir });
  await waitConnected(stack.url);
  const complaints: string[] = [];
  const open = async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const context = await browser.newContext({
      viewport: DESKTOP,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      // A service worker would answer requests that tests delay or refuse.
      serviceWorkers: 'block',
      permissions: ['microphone', 'notifications', 'clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    context.setDefaultNavigationTimeout(PATIENCE_MS);
    await context.addInitScript(OBSERVE);
    context.on('weberror', (error) => complaints.push(String(error.error().stack ?? error.error())));
    context.on('console', (line) => {
      if (line.text().startsWith(CAUSE)) complaints.push(line.text());
    });
    return { page: await context.newPage(), context };
  };
  return {
    stack,
    browser,
    complaints,
    open,
    signIn: async (email, options) => {
      const visitor = await open(options);
      await visitor.page.goto(`${stack.url}/login`);
      await enter(visitor.page, email, stack.adminPassword);
      return visitor;
    },
    customer: (number, name) => createCustomer(stack.url, number, name),
    keepEvidence: async (test) => {
      const pages = browser.contexts().flatMap((context) => context.pages());
      const name = test.replace(/\W+/g, '-');
      for (const [index, page] of pages.entries()) await saveScreenshot(page, `failed-${name}-${index}`);
    },
    stop: async () => {
      for (const context of browser.contexts()) await context.close();
      await stack.stop();
      await rm(dataDir, { recursive: true });
    },
  };
};
