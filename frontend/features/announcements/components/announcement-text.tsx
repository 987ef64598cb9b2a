import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { rarePart } from '../../../lib/screen/lazy-part.ts';

// Loaded only when a text is shown, because the parser of Markdown is large.
const MarkdownText = rarePart(async () => ({ default: (await import('./markdown-text.tsx')).MarkdownText }));

/** The text of an announcement, which is Markdown. */
export const AnnouncementText = ({ text }: { text: string }) => (
  <Suspense fallback={<Skeleton />}>
    <MarkdownText text={text} />
  </Suspense>
);
