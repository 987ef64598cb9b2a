import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Button from '@mui/material/Button';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
// A workbook and no text table, because spreadsheet programs shorten the numbers of a text table to 5,51199E+12.
import sampleSheet from '../sample-sheet.xlsx?url&no-inline';

/** The button that downloads a workbook with the columns of an import and two example rows. */
export const SampleSheetButton = () => {
  const { t } = useTranslation('contact-lists');
  return (
    <Button href={sampleSheet} download={t('sample.file')} startIcon={<DownloadRounded />}>
      {t('sample.action')}
    </Button>
  );
};
