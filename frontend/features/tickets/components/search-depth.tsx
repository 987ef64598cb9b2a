import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { listStore, setList } from '../list-store.ts';

/** Whether a search also looks into messages. */
export const SearchDepth = () => {
  const { t } = useTranslation('tickets');
  const searchOnMessages = useStore(listStore, (state) => state.searchOnMessages);
  return (
    <FormControlLabel
      control={
        <Checkbox
          size="small"
          checked={searchOnMessages}
          onChange={(_, on) => setList({ searchOnMessages: on })}
        />
      }
      label={<Typography variant="body2">{t('searchOnMessages')}</Typography>}
      sx={{ minWidth: 0 }}
    />
  );
};
