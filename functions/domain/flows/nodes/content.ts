import { FLOW_INTERVAL_S } from '@prosa/shared/rules/flow-limits.ts';
import { type FlowAct, follow, type NodeContext, type NodeOf, type NodeRuntime } from '../node-runtime.ts';
import { fillVariables } from '../variables.ts';

type Element = NodeOf<'singleBlock'>['data']['elements'][number];

/** Returns the element that is sent at a place; elements that `seq` does not name are left out. */
const elementAt = ({ data: { seq, elements } }: NodeOf<'singleBlock'>, place: number): Element | undefined =>
  elements.find(({ number }) => number === seq[place]);

const actOf = (
  { type, value, record }: Element & { type: Exclude<Element['type'], 'interval'> },
  { variables, world }: NodeContext,
): FlowAct => {
  switch (type) {
    case 'message':
      return { does: 'say', text: fillVariables(value, variables, world.fill) };
    case 'img':
      return { does: 'send', file: 'image', name: value, isVoice: false };
    case 'audio':
      return { does: 'send', file: 'audio', name: value, isVoice: record };
    case 'video':
      return { does: 'send', file: 'video', name: value, isVoice: false };
  }
};

/** Sends blocks one after the other; each is an element of the node. */
export const content: NodeRuntime<'singleBlock'> = {
  enter: (node, context) => {
    if (context.element >= node.data.seq.length) return follow();
    const element = elementAt(node, context.element);
    if (element === undefined) return { acts: [], goes: 'element' };
    const { type, value } = element;
    if (type === 'interval') {
      const seconds = Number(value);
      return seconds >= FLOW_INTERVAL_S.min
        ? { acts: [], goes: 'pause', seconds }
        : { acts: [], goes: 'element' };
    }
    return { acts: [actOf({ ...element, type }, context)], goes: 'element' };
  },
};
