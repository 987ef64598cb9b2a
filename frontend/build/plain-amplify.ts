import type { Plugin } from 'vite';

const THEME = '/@aws-amplify/ui/dist/esm/theme/';
/** What Amplify's form parts ask of its theme, with nothing to find in it. */
const STAND_INS: Readonly<Record<string, string>> = {
  'tokens/index.mjs': 'export const tokens = {}; export const reactNativeTokens = {};',
  'createTheme/createTheme.mjs':
    "import { breakpoints } from '../breakpoints.mjs'; const theme = { tokens: {}, breakpoints }; export const createTheme = () => theme;",
  'createTheme/utils.mjs':
    'export const cssNameTransform = () => ""; export const deepExtend = () => ({}); export const isDesignToken = () => false; export const propsToString = () => ""; export const setupTokens = () => ({});',
};

/**
 * Leaves Amplify's theme out: our own styles its form parts by their class names, and none of them is given a style
 * that would be looked up there.
 */
export const plainAmplify = (): Plugin => ({
  name: 'plain-amplify',
  apply: 'build',
  load: (id) => {
    const at = id.indexOf(THEME);
    return at === -1 ? null : (STAND_INS[id.slice(at + THEME.length)] ?? null);
  },
});
