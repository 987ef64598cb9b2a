import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

export interface ListedField {
  path: string;
  /** JSON type. */
  type: string;
  isRequired: boolean;
  meaning: string;
}

/** A table of the fields of a request or response. */
export const FieldList = ({ label, fields }: { label: string; fields: readonly ListedField[] }) => {
  const { t } = useTranslation('messages-api');
  return (
    <Table aria-label={label} sx={{ tableLayout: 'fixed' }}>
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: '40%' }}>{t('docs.column.field')}</TableCell>
          <TableCell>{t('docs.column.meaning')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {fields.map(({ path, type, isRequired, meaning }) => (
          <TableRow key={path}>
            <TableCell sx={{ verticalAlign: 'top', paddingBlock: 2 }}>
              <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
                {path}
              </Box>
              <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
                {isRequired ? t('docs.required', { type }) : type}
              </Typography>
            </TableCell>
            <TableCell sx={{ verticalAlign: 'top', paddingBlock: 2, whiteSpace: 'normal' }}>
              {meaning}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
};
