/**
 * Keeps the rooms of the last closed conversations joined. A conversation that the user opens again has missed no event
 * and needs no fetch.
 * @param join joins a room by its id; returns a function that leaves the room
 * @param max maximum number of rooms without holders that stay joined
 */
export const createKeptRooms = (join: (id: string) => () => void, max: number) => {
  const rooms = new Map<string, { leave: () => void; holders: number }>();
  /** Ids of the joined rooms without holders, the first released first. */
  const left = new Set<string>();
  const trim = (limit: number): void => {
    for (const id of [...left].slice(0, Math.max(0, left.size - limit))) {
      left.delete(id);
      rooms.get(id)?.leave();
      rooms.delete(id);
    }
  };
  return {
    /**
     * Joins a room and returns an idempotent function that releases it. A released room stays joined up to the maximum.
     */
    hold: (id: string): (() => void) => {
      const room = rooms.get(id) ?? { leave: join(id), holders: 0 };
      rooms.set(id, room);
      room.holders += 1;
      left.delete(id);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        room.holders -= 1;
        if (room.holders > 0 || rooms.get(id) !== room) return;
        left.add(id);
        trim(max);
      };
    },
    /** Leaves all rooms without holders. */
    leaveAll: (): void => trim(0),
  };
};
