import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type { FlowProblem } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { nodeOf } from '../graph-edits.ts';
import { useStepTexts } from '../hooks/use-step-texts.ts';

interface ProblemsPanelProps {
  graph: FlowGraph;
  problems: readonly FlowProblem[];
  onShow: (problem: FlowProblem) => void;
}

/** What keeps a flow from being published; each leads to its node. */
export const ProblemsPanel = ({ graph, problems, onShow }: ProblemsPanelProps) => {
  const { t } = useTranslation('flows');
  const { nameOf } = useStepTexts();
  if (problems.length === 0)
    return (
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'success.text' }}>
        <CheckCircleOutlineRounded aria-hidden />
        <Typography variant="body2">{t('problem.none')}</Typography>
      </Box>
    );
  return (
    <List disablePadding aria-label={t('tool.problems')} sx={{ overflowY: 'auto', minHeight: 0 }}>
      {problems.map((problem) => {
        const { code, nodeId, connectionId } = problem;
        const node = nodeId === null ? undefined : nodeOf(graph, nodeId);
        return (
          <ListItem key={`${code} ${nodeId} ${connectionId}`} disablePadding>
            <ListItemButton onClick={() => onShow(problem)}>
              <ListItemText
                primary={node === undefined ? t('problem.flow') : nameOf(node)}
                secondary={t(`problem.${code}`)}
                slotProps={{ primary: { noWrap: true } }}
              />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
};
