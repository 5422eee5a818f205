/**
 * How many at once: of all, of an owner, and of one of an owner's keys. Where an owner may not have all of it, none takes more
 * than half of what the others leave: few owners cannot fill the room between them, and whoever comes last finds some.
 */
export interface Shares {
  readonly all: number;
  readonly perOwner: number;
  readonly perKey: number;
}

/** Room for so many at once, of which an owner may take a part, and one of its keys a few. */
export interface Room {
  /** For how many there is room. */
  readonly free: number;
  /** Whether there is room for one of this key. */
  has(owner: string, key: string): boolean;
  /** @returns whether there was any */
  take(owner: string, key: string): boolean;
  /** Gives back what was taken. */
  leave(owner: string, key: string): void;
}

/** Creates a room of which nothing is taken. */
export function createRoom({ all, perOwner, perKey }: Shares): Room {
  const owners = new Map<string, number>();
  const keys = new Map<string, number>();
  let free = all;
  const share = () => (perOwner < all ? Math.min(perOwner, free / 2) : perOwner);
  const has = (owner: string, key: string) =>
    free > 0 && (owners.get(owner) ?? 0) < share() && (keys.get(key) ?? 0) < perKey;
  return {
    get free() {
      return free;
    },
    has,
    take(owner, key) {
      if (!has(owner, key)) return false;
      free -= 1;
      add(owners, owner, 1);
      add(keys, key, 1);
      return true;
    },
    leave(owner, key) {
      free += 1;
      add(owners, owner, -1);
      add(keys, key, -1);
    },
  };
}

function add(counts: Map<string, number>, one: string, by: number): void {
  const count = (counts.get(one) ?? 0) + by;
  if (count > 0) counts.set(one, count);
  else counts.delete(one);
}
