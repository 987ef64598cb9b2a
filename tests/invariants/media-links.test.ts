import { expect, it } from 'vitest';
import { sourceFiles } from './support/source-files.ts';
import { isNode, type Node, nameOf, nodesOf, placeOf } from './support/syntax.ts';

/** The components that show files. They renew expired links. */
const HOME = 'frontend/components/media/';
/** Elements and components that request an address by themselves. */
const SHOWING = new Set([
  'img',
  'video',
  'audio',
  'source',
  'picture',
  'object',
  'embed',
  'CardMedia',
  'image',
  'Lightbox',
]);

/** Places that show no stored file, with the reason. */
const REASONED: Readonly<Record<string, string>> = {
  'frontend/features/messages/components/message/image-lightbox.tsx': 'the address comes from useFreshLink',
  'frontend/features/messages/components/composer/camera-dialog.tsx': 'the video is the camera’s stream',
  'frontend/features/messages/hooks/use-playable-sound.ts': 'the sound only says which formats are played',
  'frontend/features/flows/save-text-file.ts': 'the link saves a text of the page',
  'frontend/features/connections/hooks/use-meta-login.ts': 'the window is the login dialog of Meta',
  'frontend/features/messages/hooks/use-ticket-acts.tsx': 'the window is a screen of the app',
};
/** Expressions of `href` that lead to no stored file: to other sites, to screens, or to a file of the app. */
const OTHER_HREF: Readonly<Record<string, readonly string[]>> = {
  'frontend/features/contact-lists/components/sample-sheet-button.tsx': ['sampleSheet'],
  'frontend/features/messages/components/message/described-content.tsx': ['safe', 'href', 'link'],
  'frontend/features/messages/components/message/interactive-card.tsx': ['href'],
  'frontend/features/messages/components/message/message-about.tsx': ['href'],
  'frontend/features/messages/components/message/message-text.tsx': ['node.href'],
  'frontend/features/announcements/components/markdown-text.tsx': ['href'],
};

const tagOf = ({ name }: Node): string => (isNode(name) && typeof name.name === 'string' ? name.name : '');
const attribute = (element: Node, wanted: string): Node | undefined =>
  Array.isArray(element.attributes)
    ? element.attributes.find((one: unknown) => isNode(one) && isNode(one.name) && one.name.name === wanted)
    : undefined;
const textOf = (value: unknown): string =>
  isNode(value) && typeof value.value === 'string' ? value.value : '';

/** Returns why an element requests a file by itself; undefined if it does not. */
const flawOf = (text: string, path: string, node: Node): string | undefined => {
  if (node.type === 'JSXOpeningElement') {
    const tag = tagOf(node);
    const component = textOf(attribute(node, 'component')?.value);
    if (SHOWING.has(tag) || SHOWING.has(component)) return `<${tag}> shows a file`;
    if (tag === 'Avatar' && attribute(node, 'src') !== undefined) return '<Avatar src> shows a file';
    const href = attribute(node, 'href')?.value;
    if (!isNode(href) || href.type !== 'JSXExpressionContainer' || !isNode(href.expression)) return undefined;
    const { start, end, type } = href.expression;
    const shown = text.slice(Number(start), Number(end));
    const isKnown = type === 'TemplateLiteral' || OTHER_HREF[path]?.includes(shown) === true;
    return isKnown ? undefined : `href={${shown}} may lead to a file`;
  }
  if (node.type === 'NewExpression' && ['Image', 'Audio'].includes(nameOf(node.callee)))
    return `new ${nameOf(node.callee)}() requests a file`;
  if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'MemberExpression') {
    const { object, property } = node.callee;
    if (['window', 'globalThis'].includes(nameOf(object)) && nameOf(property) === 'open')
      return 'open() may open a file';
  }
  return undefined;
};

it('only the components of frontend/components/media show, play, open and save stored files, because they renew expired links', () => {
  const flaws = sourceFiles('frontend')
    .filter(({ path }) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith(HOME))
    .filter(({ path }) => REASONED[path] === undefined)
    .flatMap((file) =>
      nodesOf(file).flatMap((node) => {
        const flaw = flawOf(file.text, file.path, node);
        return flaw === undefined ? [] : [`${placeOf(file, node)}: ${flaw}`];
      }),
    );
  expect(flaws).toEqual([]);
});
