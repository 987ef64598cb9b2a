import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Markdown from 'markdown-to-jsx/react';
import type { ReactNode } from 'react';
import { radius } from '../../../theme/tokens.ts';
import { safeAddress } from '../safe-address.ts';

const Heading = ({ children }: { children?: ReactNode }) => (
  <Box component="p" sx={{ fontWeight: 'fontWeightBold' }}>
    {children}
  </Box>
);

/** A link without an address that it may lead to is its text. */
const SafeLink = ({ href = '', children }: { href?: string; children?: ReactNode }) =>
  href === '' ? (
    children
  ) : (
    <Link href={href} underline="always" target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </Link>
  );

/** A picture of another host would tell that host who reads the announcement. */
const PictureText = ({ alt = '' }: { alt?: string }) => alt;

/** The box of a task in a list; readers cannot tick it. */
const Tick = ({ checked = false }: { checked?: boolean }) => (checked ? '☑' : '☐');

/** How a text is parsed and shown. Headings are strong lines, because the text is below a title of its own. */
const OPTIONS = {
  disableParsingRawHTML: true,
  disableFrontmatter: true,
  forceBlock: true,
  sanitizer: safeAddress,
  overrides: {
    a: SafeLink,
    img: PictureText,
    input: Tick,
    h1: Heading,
    h2: Heading,
    h3: Heading,
    h4: Heading,
    h5: Heading,
    h6: Heading,
  },
} as const;

/** A text in Markdown. Markup of HTML in it is shown as it is written, and only addresses of web and e-mail are links. */
export const MarkdownText = ({ text }: { text: string }) => (
  <Box
    dir="auto"
    sx={{
      typography: 'body2',
      overflowWrap: 'anywhere',
      '& p': { marginBlock: 1, whiteSpace: 'pre-line' },
      '& ul, & ol': { marginBlock: 1, paddingInlineStart: 5 },
      // The list of announcements would make them circles.
      '& ul': { listStyleType: 'disc' },
      '& blockquote': {
        marginBlock: 1,
        marginInline: 0,
        paddingInlineStart: 3,
        borderInlineStart: 2,
        borderColor: 'divider',
        color: 'text.secondary',
      },
      '& pre': { marginBlock: 1, whiteSpace: 'pre-wrap' },
      '& code': { borderRadius: `${radius.tail}px`, bgcolor: 'action.hover', paddingInline: 1 },
      '& hr': { marginBlock: 2, border: 0, borderTop: 1, borderColor: 'divider' },
    }}
  >
    <Markdown options={OPTIONS}>{text}</Markdown>
  </Box>
);
