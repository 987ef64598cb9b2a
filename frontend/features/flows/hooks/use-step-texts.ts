import type { FlowNode } from '@prosa/shared/entities/flow.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { Exit } from '../flow-exits.ts';
import { needsValue } from '../node-forms.ts';
import { textOf } from '../node-texts.ts';
import { useFlowFileLinks } from './flow-file-links.ts';

/** Returns functions for the texts of nodes in the user's language. */
export const useStepTexts = () => {
  const { t } = useTranslation('flows');
  const links = useFlowFileLinks();
  const summaryOf = (node: FlowNode): string => {
    switch (node.type) {
      case 'start':
        return t('summary.start');
      case 'interval':
        return t('summary.interval', { seconds: formatNumber(node.data.sec) });
      case 'randomizer':
      case 'menu':
        return node.type === 'menu' ? node.data.message : '';
      case 'condition': {
        const { key, operator, value } = node.data;
        if (key === '') return '';
        return `{{${key}}} ${t(`operator.${operator}`)}${needsValue(operator) ? ` ${value}` : ''}`;
      }
      case 'singleBlock':
        return node.data.elements
          .map(({ type, value, original }) => {
            if (type === 'message') return value;
            if (type === 'interval') return t('summary.interval', { seconds: value });
            return `${t(`block.${type}`)}: ${original === '' ? value : original}`;
          })
          .join('\n');
      case 'img':
      case 'audio':
      case 'video':
        return links.find(node.data.url)?.fileName ?? node.data.url;
      case 'question': {
        const { message, answerKey } = node.data.typebotIntegration;
        return answerKey === '' ? message : `${message}\n→ {{${answerKey}}}`;
      }
      case 'message':
      case 'ticket':
      case 'typebot':
      case 'openai':
        return textOf(node);
    }
  };
  /** The name of a node in lists: its type and the beginning of its text. */
  const nameOf = (node: FlowNode): string => {
    const summary = node.type === 'start' ? '' : summaryOf(node).split('\n')[0];
    const type = t(`type.${node.type}`);
    return summary === undefined || summary === '' ? type : `${type}: ${summary}`;
  };
  const exitText = ({ kind, detail }: Exit): string =>
    kind === 'option' ? detail : t(`exit.${kind}`, { percent: formatNumber(Number(detail)) });
  return { summaryOf, nameOf, exitText, typeName: (type: FlowNode['type']) => t(`type.${type}`) };
};
