import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { IconAction } from '../../../components/icon-action.tsx';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/**
 * One value with a button that copies it. Long values are shortened on the screen.
 * @param of what the value belongs to, for the name of the button
 */
export const CopiedValue = ({ of, what, value }: { of: string; what: string; value: string }) => {
  const { t } = useTranslation('sandbox');
  const copy = () => {
    navigator.clipboard.writeText(value).then(() => notifySuccess(t('copied')), notifyError);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {what}
        </Typography>
        <Typography variant="body2" noWrap>
          {value}
        </Typography>
      </Box>
      <IconAction
        size="small"
        label={t('copy', { what, name: of })}
        icon={<ContentCopyRounded fontSize="small" />}
        onClick={copy}
      />
    </Box>
  );
};
