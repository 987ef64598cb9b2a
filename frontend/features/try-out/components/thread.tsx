import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { dayOf, formatDay, formatTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { summaryOf } from '../../messages/message-summary.ts';
import { writerName } from '../../messages/writer-name.ts';
import type { Outcome } from '../use-try-out.ts';

/** Fixed height of the conversation when it is above the fields. */
const PHONE_HEIGHT_PX = 220;

type Line = Outcome['lines'][number];

/** A message, with the rule that caused an automatic message. */
const Bubble = ({ line: { at, fromMe, text, mediaType, rule } }: { line: Line }) => {
  const { t } = useTranslation('messages');
  return (
    <Box
      sx={{
        alignSelf: fromMe ? 'flex-start' : 'flex-end',
        maxWidth: '88%',
        paddingInline: 3,
        paddingBlock: 2,
        borderRadius: `${radius.bubble}px`,
        bgcolor: fromMe ? 'bubble.contact' : 'bubble.own',
      }}
    >
      {fromMe && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {writerName({ fromMe, user: null, contact: null, saidBy: rule }, t)}
        </Typography>
      )}
      <Typography variant="message" component="p" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {summaryOf({ body: text, mediaType }, (kind) => t(`kind.${kind}`))}
      </Typography>
      <Typography
        variant="caption"
        component="time"
        dateTime={at}
        sx={{ display: 'block', textAlign: 'right', color: 'text.secondary' }}
      >
        {formatTime(at)}
      </Typography>
    </Box>
  );
};

/** The conversation as on the customer's phone, with date lines; scrolled to the newest message. */
export const Thread = ({ lines }: { lines: readonly Line[] }) => {
  const { t } = useTranslation('try-out');
  const box = useRef<HTMLDivElement>(null);
  const count = lines.length;
  useEffect(() => {
    if (count > 0) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [count]);
  const rows = lines.map((line, index) => {
    const day = dayOf(line.at);
    const before = lines[index - 1];
    return {
      line,
      key: `${index}`,
      day: before === undefined || dayOf(before.at) !== day ? formatDay(day) : null,
    };
  });
  return (
    <Box
      ref={box}
      role="log"
      aria-label={t('thread')}
      tabIndex={0}
      sx={{
        flex: { xs: `0 0 ${PHONE_HEIGHT_PX}px`, lg: 1 },
        minHeight: 96,
        overflowY: 'auto',
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        padding: 3,
        borderRadius: `${radius.card}px`,
        bgcolor: 'background.default',
      }}
    >
      {count === 0 && (
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', textAlign: 'center', marginBlock: 'auto' }}
        >
          {t('empty')}
        </Typography>
      )}
      {rows.map(({ line, key, day }) => (
        <Box key={key} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {day !== null && (
            <Typography variant="caption" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
              {day}
            </Typography>
          )}
          <Bubble line={line} />
        </Box>
      ))}
    </Box>
  );
};
