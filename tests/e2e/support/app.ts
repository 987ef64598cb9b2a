import { rm } from 'node:fs/promises';
import { type Stack, type StackOptions, startStack } from '@prosa/infra/local/stack.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  chromium,
  type Page,
} from 'playwright-core';
import { openSession } from '../../bench/client.ts';
import { type Customer, createCustomer, waitConnected } from '../../support/customer.ts';
import { copyDemoData } from './demo-data.ts';

export const DESKTOP = { width: 1440, height: 900 } as const;
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

/** A browser without this entry does not ask for its session at the start. Sandboxed frames have no storage. */
const AS_SIGNED_IN = `if (origin !== 'null' && localStorage?.length === 0) localStorage.setItem('prosa.signedIn', 'true')`;

export interface Visitor {
  page: Page;
  context: BrowserContext;
}

export interface SignInOptions extends BrowserContextOptions {
  /** By default that of the demo users. */
  password?: string;
  /** Of the screen to open; by default the inbox. */
  path?: string;
}

export interface App {
  stack: Stack;
  browser: Browser;
  /** Errors that pages threw or logged. */
  complaints: string[];
  /** Opens a new browser without a page. */
  open(options?: BrowserContextOptions): Promise<Visitor>;
  /**
   * Signs a user in, in a new browser, and opens a screen. Does not use the form of the sign-in page, which takes time;
   * `enter` does.
   */
  signIn(email: string, options?: SignInOptions): Promise<Visitor>;
  customer(number: string, name: string): Customer;
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

/** Signs a user in over the API, and returns the cookie with which a browser continues the session. */
const sessionCookie = async (
  url: string,
  userAgent: string,
  credentials: { email: string; password: string },
): Promise<Cookie> => {
  const response = await openSession(url, credentials, { 'user-agent': userAgent });
  const [cookie] = response.headers.getSetCookie();
  const [, name, value] = /^([^=]+)=([^;]+);/.exec(cookie ?? '') ?? [];
  if (name === undefined || value === undefined) throw new Error('the sign-in route sets no cookie');
  return {
    name,
    value,
    domain: new URL(url).hostname,
    path: '/api/auth',
    expires: -1,
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  };
};

/** Environment variables with the paths of the browsers; `ensureChromium` sets them. */
const PATH_VARIABLES = { shell: 'CHROMIUM_HEADLESS_SHELL', whole: 'CHROMIUM' } as const;
type Program = keyof typeof PATH_VARIABLES;

/** Starts Chromium: its headless shell, or the whole program without its window. */
export const launchBrowser = (program: Program = 'shell'): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env[PATH_VARIABLES[program]] ?? '/usr/bin/chromium',
    args: BROWSER_ARGS,
  });

declare global {
  /** The browsers that all test files of this process share. Global, because every file evaluates all modules again. */
  var keptBrowsers: Map<Program, Browser> | undefined;
}

/** Returns a browser of this process; starts it if it is not running. Browsers end with the process. */
const keepBrowser = async (program: Program): Promise<Browser> => {
  globalThis.keptBrowsers ??= new Map();
  const kept = globalThis.keptBrowsers.get(program);
  if (kept?.isConnected() === true) return kept;
  const started = await launchBrowser(program);
  globalThis.keptBrowsers.set(program, started);
  return started;
};

export interface AppOptions extends Pick<StackOptions, 'helpChat'> {
  /** `whole`: Chromium with its PDF viewer and dragging by finger. By default its headless shell, which is faster. */
  program?: Program;
}

/** Starts the system with demo data and a linked connection. Call once per file; it uses a browser of the process. */
export const startApp = async ({ program = 'shell', ...options }: AppOptions = {}): Promise<App> => {
  const [browser, dataDir] = await Promise.all([keepBrowser(program), copyDemoData()]);
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
    signIn: async (email, { password = stack.adminPassword, path = '/tickets', ...options } = {}) => {
      const visitor = await open(options);
      const userAgent = String(await visitor.page.evaluate('navigator.userAgent'));
      const cookie = await sessionCookie(stack.url, userAgent, { email, password });
      await visitor.context.addCookies([cookie]);
      await visitor.context.addInitScript(AS_SIGNED_IN);
      await visitor.page.goto(stack.url + path);
      return visitor;
    },
    customer: (number, name) => createCustomer(stack.url, number, name),
    stop: async () => {
      for (const context of browser.contexts()) await context.close();
      await stack.stop();
      await rm(dataDir, { recursive: true });
    },
  };
};
