import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { type RefCallback, useState } from 'react';
import { tagsThatFit } from '../tags-that-fit.ts';
import { Chip } from './ticket-row-chip.tsx';

/** More tags fit no row; the others are only counted. */
const RENDERED_MAX = 12;

/** As many of a contact's tags as fit the row, and the number of the others as `+n`. */
export const RowTags = ({ tags }: { tags: readonly TagRef[] }) => {
  const rendered = tags.slice(0, RENDERED_MAX);
  const [fitting, setFitting] = useState(rendered.length);
  /** Runs after every render, because other tags have other widths. */
  const measure: RefCallback<HTMLElement> = (element: HTMLElement) => {
    const chips = element.querySelectorAll<HTMLElement>('.tag');
    const observer = new ResizeObserver(() =>
      setFitting(
        tagsThatFit(
          Array.from(chips, ({ offsetWidth }) => offsetWidth),
          element.clientWidth,
        ),
      ),
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
  const hidden = tags.slice(fitting);
  return (
    <div className="tags" ref={measure}>
      {rendered.map((tag, index) => (
        <Chip
          key={tag.id}
          label={tag.name}
          color={tag.color}
          className={index < fitting ? 'tag' : 'tag hidden'}
        />
      ))}
      {hidden.length > 0 && (
        <span className="chip" title={hidden.map(({ name }) => name).join(', ')}>
          +{hidden.length}
        </span>
      )}
    </div>
  );
};
