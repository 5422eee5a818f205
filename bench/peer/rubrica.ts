import type { Organization } from '../load/clone.ts';
import { SIGNED, Traffic } from '../load/traffic.ts';
import type { Peer } from './peer.ts';

/** What the service does in the time of a peer, by the same kind of client. */
export class Rubrica implements Peer {
  readonly name = 'Rubrica';
  readonly #traffic: Traffic;
  readonly #organization: Organization;

  /** @param organization with so many keys that no limit of one is met */
  constructor(origin: string, organization: Organization) {
    this.#traffic = new Traffic([origin], [organization], [], []);
    this.#organization = organization;
  }

  async create(): Promise<string> {
    return this.#done(await this.#traffic.draft(this.#traffic.keyOf(0)));
  }

  async send(id: string): Promise<string> {
    return this.#done(await this.#traffic.sendOne(id, this.#traffic.keyOf(0)));
  }

  async read(id: string): Promise<void> {
    this.#done(await this.#traffic.ask('read', 'GET', `/v1/documentos/${id}`, this.#traffic.keyOf(0), undefined, 200));
  }

  async sign(_id: string, link: string): Promise<number> {
    this.#done((await this.#traffic.signAt(link)) || null);
    // What was just pushed is the time of this visit's last request.
    return performance.now() - (this.#traffic.taken.get(SIGNED)?.times.at(-1) ?? Number.NaN);
  }

  /** The answer to the last signature came when the signed file was stored; it is read as the peer's is. */
  async sealed(id: string): Promise<void> {
    await this.read(id);
  }

  close(): void {
    this.#traffic.close();
  }

  /** @throws if the request was refused for now or failed */
  #done<T>(answer: T | null): T {
    if (answer === null) throw new Error(`a request of organization ${this.#organization.id} was refused or failed`);
    return answer;
  }
}
