import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { useState } from 'react';
import { SearchField } from '../../../components/search-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { nodeOf } from '../graph-edits.ts';
import { useStepTexts } from '../hooks/use-step-texts.ts';
import { findNodes } from '../node-texts.ts';

/** Finds nodes by their texts; a chosen one is shown in the middle of the canvas. */
export const SearchPanel = ({ graph, onShow }: { graph: FlowGraph; onShow: (nodeId: string) => void }) => {
  const { t } = useTranslation('flows');
  const { nameOf, typeName } = useStepTexts();
  const [words, setWords] = useState('');
  const found = findNodes(graph.nodes, words, typeName);
  return (
    <>
      <SearchField
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={words}
        onChange={setWords}
        autoFocus
      />
      {words.trim() !== '' && found.length === 0 && (
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {t('search.nothing')}
        </Typography>
      )}
      {found.length > 0 && (
        <List disablePadding aria-label={t('search.results')} sx={{ overflowY: 'auto', minHeight: 0 }}>
          {found.map((id) => {
            const node = nodeOf(graph, id);
            return (
              node !== undefined && (
                <ListItem key={id} disablePadding>
                  <ListItemButton onClick={() => onShow(id)}>
                    <ListItemText primary={nameOf(node)} slotProps={{ primary: { noWrap: true } }} />
                  </ListItemButton>
                </ListItem>
              )
            );
          })}
        </List>
      )}
    </>
  );
};
