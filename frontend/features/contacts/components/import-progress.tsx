import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ImportView } from '@prosa/shared/contracts/contact-files.ts';
import { useEffect } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { fileLink } from '../../../components/media/file-link.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';

const card = {
  display: 'flex',
  minHeight: 320,
  border: 1,
  borderColor: 'divider',
  borderRadius: `${radius.card}px`,
  bgcolor: 'background.paper',
} as const;

const COUNTS = ['created', 'existing', 'ignored'] as const;

const Counts = ({ of }: { of: ImportView }) => {
  const { t } = useTranslation('contact-files');
  return (
    <Box
      component="dl"
      sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 6, margin: 0, marginTop: 3 }}
    >
      {COUNTS.map((count) => (
        <Box key={count} sx={{ display: 'flex', flexDirection: 'column-reverse', alignItems: 'center' }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`count.${count}`)}
          </Typography>
          <Typography component="dd" variant="h2" sx={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
            {formatNumber(of[count])}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};

/** Shows an import's progress, while its file is parsed and while its rows become contacts. */
export const ImportProgress = ({ of }: { of: ImportView }) => {
  const { t } = useTranslation('contact-files');
  const isReading = of.state === 'reading';
  const said = isReading ? t('reading') : t('importing');
  return (
    <Box sx={card} role="status">
      <EmptyState
        icon={<UploadFileOutlined />}
        title={said}
        hint={isReading ? t('readingHint') : t('importingHint')}
        action={
          <>
            <LinearProgress
              aria-label={said}
              variant={isReading ? 'indeterminate' : 'determinate'}
              value={of.selected === 0 ? 0 : (of.processed / of.selected) * 100}
              sx={{ width: 'min(320px, 70vw)', marginInline: 'auto' }}
            />
            {!isReading && (
              <Typography variant="body2" sx={{ marginTop: 2, fontVariantNumeric: 'tabular-nums' }}>
                {t('progress', { done: formatNumber(of.processed), total: formatNumber(of.selected) })}
              </Typography>
            )}
            {!isReading && <Counts of={of} />}
          </>
        }
      />
    </Box>
  );
};

/**
 * A successful import closes itself after this time; an import with skipped rows stays open until the user closes it.
 */
const CLOSES_AFTER_MS = 15_000;

/** Shows the result of an import. */
export const ImportEnd = ({ of, onAnother }: { of: ImportView; onAnother: () => void }) => {
  const { t } = useTranslation('contact-files');
  const isInvalid = of.state === 'invalid';
  const isPartial = of.existing + of.ignored > 0;
  const isWhole = !isInvalid && !isPartial;
  useEffect(() => {
    if (!isWhole) return;
    const timer = setTimeout(onAnother, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWhole, onAnother]);
  const icon = isInvalid ? (
    <ErrorOutlineRounded />
  ) : isPartial ? (
    <ReportProblemOutlined />
  ) : (
    <CheckCircleOutlineRounded />
  );
  return (
    <Box sx={card} role={isInvalid ? 'alert' : 'status'}>
      <EmptyState
        icon={icon}
        title={
          isInvalid
            ? t(of.problem === 'nobody' ? 'phone.nobody' : 'invalid')
            : isPartial
              ? t('partly')
              : t('done')
        }
        hint={isInvalid && of.problem !== null ? t(`problem.${of.problem}`) : of.fileName}
        action={
          <>
            {(!isInvalid || of.processed > 0) && <Counts of={of} />}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, marginTop: 4 }}>
              {of.resultUrl !== null && (
                <Button {...fileLink(of.resultUrl, '')} variant="outlined">
                  {t('result')}
                </Button>
              )}
              <Button variant="contained" onClick={onAnother}>
                {t('another')}
              </Button>
            </Box>
          </>
        }
      />
    </Box>
  );
};
