import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { memo, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { ErrorState } from '../../../../components/error-state.tsx';
import { formatDateTime, formatPhone } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { type HistoryPage, readHistory } from '../../read-history.ts';
import { PrintedMessage } from './printed-message.tsx';

/** Pictures that have not loaded by then are left out. */
const PICTURES_WITHIN_MS = 30_000;

/** A4 portrait with a margin of 1 mm. On the screen the page scrolls; on paper it flows over several pages. */
const PAPER = {
  '@page': { size: 'A4 portrait', margin: '1mm' },
  '@media print': { 'html, body, #root': { overflow: 'visible', height: 'auto' } },
} as const;
const SHEET = {
  height: '100dvh',
  overflow: 'auto',
  bgcolor: 'common.white',
  color: 'common.black',
  '& > .paper': { maxWidth: '208mm', marginInline: 'auto', paddingInline: '6mm' },
  '& article': { paddingBlock: '1.5mm', borderBottom: '1px solid', borderColor: 'grey.300' },
  '& article.own': { paddingInlineStart: '8mm' },
  '& article.note': {
    borderInlineStart: '1.5mm solid',
    borderInlineStartColor: 'grey.600',
    paddingInlineStart: '3mm',
  },
  '& article header, & article footer': { typography: 'caption', breakAfter: 'avoid' },
  '& article blockquote': {
    margin: 0,
    paddingInlineStart: '3mm',
    borderInlineStart: '0.5mm solid',
    typography: 'caption',
  },
  '& article img': {
    display: 'block',
    maxWidth: '90mm',
    maxHeight: '90mm',
    breakInside: 'avoid',
    // Printing may begin before React has shown the picture that was loaded last.
    opacity: '1 !important',
  },
  '@media print': { height: 'auto', overflow: 'visible', '& .tools': { display: 'none' } },
} as const;

/** Waits until every picture has loaded or failed, or the timeout has passed. */
const picturesIn = (sheet: HTMLElement): Promise<unknown> => {
  const coming = [...sheet.querySelectorAll('img')].flatMap((image) =>
    image.complete
      ? []
      : [
          new Promise<void>((resolve) => {
            image.addEventListener('load', () => resolve());
            image.addEventListener('error', () => resolve());
          }),
        ],
  );
  return Promise.race([
    Promise.all(coming),
    new Promise((resolve) => setTimeout(resolve, PICTURES_WITHIN_MS)),
  ]);
};

/** Fetches the history page by page; returns the pages so far, newest first, and whether they are complete. */
const useHistory = (uuid: string) => {
  const [pages, setPages] = useState<readonly HistoryPage[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [complete, setComplete] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    setPages([]);
    const read = async () => {
      for await (const page of readHistory(uuid, stop.signal)) setPages((before) => [...before, page]);
      setComplete(true);
    };
    read().catch((reason: unknown) => {
      if (!stop.signal.aborted) setError(reason);
    });
    return () => stop.abort();
  }, [uuid]);
  return { pages, error, complete };
};

const Page = memo(({ page }: { page: HistoryPage }) =>
  page.messages.map((message) => <PrintedMessage key={message.id} message={message} />),
);

const Heading = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('messages');
  const { contact, queue, user, whatsapp } = ticket;
  const facts = [
    t('number', { id: ticket.id }),
    contact.isGroup ? '' : formatPhone(contact.number),
    queue?.name ?? '',
    user === null ? '' : t('assigned', { name: user.name }),
    whatsapp?.name ?? '',
    formatDateTime(new Date().toISOString()),
  ];
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ paddingTop: '4mm' }}>
        {contact.name}
      </Typography>
      <Typography variant="caption" component="p" sx={{ paddingBottom: '3mm' }}>
        {facts.filter((fact) => fact !== '').join(' · ')}
      </Typography>
    </>
  );
};

/**
 * A conversation laid out for printing, filled page by page. When all pages and pictures are loaded, it opens the
 * browser's print dialog, which can also save a PDF.
 */
export const PrintScreen = () => {
  const { uuid = '' } = useParams();
  const { t } = useTranslation('messages');
  const { pages, error, complete } = useHistory(uuid);
  const sheet = useRef<HTMLDivElement>(null);
  const count = pages.reduce((sum, { messages }) => sum + messages.length, 0);
  const ticket = pages[0]?.ticket;
  const isEmpty = complete && count === 0;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!complete || isEmpty || sheet.current === null) return;
    let left = false;
    void picturesIn(sheet.current).then(() => {
      if (left) return;
      setReady(true);
      globalThis.print();
    });
    return () => {
      left = true;
    };
  }, [complete, isEmpty]);
  useEffect(() => {
    if (ticket !== undefined) document.title = `${ticket.contact.name} #${ticket.id}`;
  }, [ticket]);
  if (error !== null) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return (
    <>
      <GlobalStyles styles={PAPER} />
      <Box ref={sheet} component="main" tabIndex={0} sx={SHEET}>
        <div className="paper">
          {ticket !== undefined && <Heading ticket={ticket} />}
          <Box className="tools" sx={{ display: 'flex', alignItems: 'center', gap: 3, paddingBottom: 3 }}>
            <Typography role={isEmpty ? 'alert' : 'status'} variant="body2" sx={{ flex: 1 }}>
              {isEmpty ? t('print.nothing') : t(ready ? 'print.ready' : 'print.loading', { count })}
            </Typography>
            <Button
              variant="contained"
              startIcon={<PrintOutlined />}
              disabled={!ready}
              onClick={() => globalThis.print()}
            >
              {t('print.again')}
            </Button>
          </Box>
          <div>
            {pages.toReversed().map((page) => (
              <Page key={page.messages.at(-1)?.id ?? ''} page={page} />
            ))}
          </div>
        </div>
      </Box>
    </>
  );
};
