import { stripVTControlCharacters } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type App, DESKTOP, enter, type Visitor as OpenPage, startApp } from '../app.ts';
import { chooseTheme, type Theme } from '../theme.ts';
import { goTo } from './go-to.ts';
import { type Looks, layoutLooks, looksAt, type Themes } from './look.ts';
import { useSharedPage } from './shared-page.ts';
import type { Visit } from './visit.ts';
import type { Visitor } from './visitors.ts';

const SIZES = {
  desktop: {
    options: { viewport: DESKTOP },
    themes: { all: ['dark', 'light'], restricted: ['dark', 'light'], layout: ['dark'] },
  },
  // The same colours as on the desktop: each screen in one theme only, and what all screens share in both.
  phone: {
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    themes: { all: ['light'], restricted: ['dark'], layout: ['light'] },
  },
} as const satisfies Record<
  string,
  { options: BrowserContextOptions; themes: Record<Visitor['checks'], Themes> }
>;

const FLAWS_SHOWN = 6;
const FLAW_CHARS = 300;
const REASON_LINES = 4;

/** Returns flaws, few and short enough for the report of a failed test. */
const shortened = (flaws: readonly string[]): string[] => [
  ...flaws.slice(0, FLAWS_SHOWN).map((flaw) => flaw.slice(0, FLAW_CHARS)),
  ...(flaws.length > FLAWS_SHOWN ? [`and ${flaws.length - FLAWS_SHOWN} more`] : []),
];

/** Returns an error that says where a visit failed and why, with the places in the code. */
const failureOf = (error: unknown, visited: string, page: Page): Error => {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const reason = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const failure = new Error([`${visited}, at ${page.url()}`, ...reason.slice(0, REASON_LINES)].join('\n'), {
    cause: error,
  });
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  failure.stack = [`Error: ${failure.message}`, ...places].join('\n');
  return failure;
};

/** Starts the system, in which visitors look at all screens at one size of the window. Call at the top level. */
export const useScreens = (size: keyof typeof SIZES) => {
  const { options, themes: themesOf } = SIZES[size];
  let app: App | undefined;
  const running = (): App => {
    if (app === undefined) throw new Error('the system is not started yet');
    return app;
  };
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app?.stop());

  const open = async (theme: Theme, credentials: { email: string; password: string } | undefined) => {
    const opened = await running().open({ ...options, colorScheme: theme });
    await opened.page.goto(`${running().stack.url}/login`);
    await chooseTheme(opened.page, theme);
    if (credentials !== undefined) await enter(opened.page, credentials.email, credentials.password);
    return opened;
  };

  /**
   * Opens a visitor's page for the tests of a describe block. Returns a function that makes a visit and returns the flaws
   * of what it looks at.
   */
  const useVisitor = ({ credentials, checks }: Visitor): ((visit: Visit) => Promise<string[]>) => {
    const themes: Themes = themesOf[checks];
    let known: ReturnType<typeof credentials> | undefined;
    const page = useSharedPage(async (): Promise<OpenPage> => {
      known ??= credentials(running());
      return open(themes[0], await known);
    });
    const looksOf = (): Looks =>
      checks === 'layout' ? layoutLooks(page(), size) : looksAt(page(), size, themes);
    return async ({ screen, path, visit }) => {
      const { look, flaws, seen } = looksOf();
      const dialog = (name: string | RegExp) => page().getByRole('dialog', { name });
      const dismiss = async (name: string | RegExp): Promise<void> => {
        await page().keyboard.press('Escape');
        await dialog(name).waitFor({ state: 'hidden' });
      };
      const place = { app: running(), page: page(), isPhone: size === 'phone', look, dialog, dismiss };
      try {
        await goTo(page(), running().stack.url, typeof path === 'string' ? path : await path(running()));
        await visit(place);
      } catch (error) {
        throw failureOf(error, `${screen} after a look at ${seen.at(-1) ?? 'nothing'}`, page());
      }
      const missing = checks === 'all' && !seen.includes(screen) ? [`${screen}: nothing looks at it`] : [];
      return shortened([...missing, ...flaws]);
    };
  };
  return { useVisitor };
};
