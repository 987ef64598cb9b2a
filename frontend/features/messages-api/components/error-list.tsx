import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { StatusChip } from '../../../components/status-chip.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { DOCUMENTED_ERRORS } from '../documented-calls.ts';
import { isExplainedHere } from '../error-explanations.ts';

/** A table of the errors of the external API: what happened, and whether a retry helps. */
export const ErrorList = ({ label }: { label: string }) => {
  const { t } = useTranslation(['messages-api', 'errors']);
  return (
    <Table aria-label={label} sx={{ tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: '45%' }}>{t('docs.column.code')}</TableCell>
          <TableCell>{t('docs.column.meaning')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {DOCUMENTED_ERRORS.map(({ code, status, isRetried }) => (
          <TableRow key={code}>
            <TableCell sx={{ verticalAlign: 'top', paddingBlock: 2 }}>
              <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
                {code}
              </Box>
              <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
                {status}
              </Typography>
            </TableCell>
            <TableCell sx={{ verticalAlign: 'top', paddingBlock: 2, whiteSpace: 'normal' }}>
              {isExplainedHere(code) ? t(`error.${code}`) : t(`errors:${code}`)}
              {isRetried && (
                <Box sx={{ marginTop: 1 }}>
                  <StatusChip label={t('docs.retry')} tone="info" />
                </Box>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
};
