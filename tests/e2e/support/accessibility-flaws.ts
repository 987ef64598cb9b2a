import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import * as z from 'zod';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules among them whose result depends on colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/**
 * Selects the app behind an open dialog or menu. Screen readers skip it, so axe does not check it again, which would take
 * longer than the check of the dialog.
 */
const HIDDEN_APP = '#root[aria-hidden=true]';

/**
 * Returns what axe finds wrong with a page for blind users or users without a mouse: a line for each rule, with place
 * and reason. Runs inside the page and returns only these lines.
 * @param allowed names of rules that do not apply here
 * @param rules names of rules, or of groups of them
 */
export const accessibilityFlaws = async (
  page: Page,
  allowed: readonly string[] = [],
  rules: readonly string[] = ALL_RULES,
): Promise<string[]> => {
  const options = {
    runOnly: rules,
    rules: Object.fromEntries(allowed.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  };
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const context = { exclude: [HIDDEN_APP] };
  const found =
    await page.evaluate(`axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.target + ' ' + node.failureSummary)))`);
  return z.array(z.string()).parse(found);
};
