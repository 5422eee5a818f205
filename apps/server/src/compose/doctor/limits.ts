import { type RedisTrial, tryRedis } from '../../adapters/redis-trial.ts';
import { type Check, failed, fine, inapplicable, unverified, warned } from './check.ts';
import { bytesInWords, placeOf, reasonOf } from './words.ts';

const NAME = 'Limites';
const MEMORY_NAME = 'Limites: memória';
/** Of the memory Redis may take. */
const FULL = 0.9;

export const limits: Check = {
  ponto: NAME,
  async run({ config: { redisUrl } }, signal) {
    if (redisUrl === null)
      return [inapplicable(NAME, 'REDIS_URL não definida: cada processo conta os limites sozinho.')];
    const place = placeOf(redisUrl);
    try {
      const trial = await tryRedis(redisUrl, signal);
      if (!trial.same) return [failed(NAME, `${place}: o que se leu não é o que se gravou.`, 'Veja quem mais o usa.')];
      const version = trial.version === null ? 'de versão que não diz' : trial.version;
      return [fine(NAME, `Redis ${version} em ${place}: gravou, leu de volta e apagou.`), memoryOf(trial)];
    } catch (error) {
      const advice = 'Confira REDIS_URL e se o Redis aceita escrita; até lá cada processo conta os limites sozinho.';
      return [failed(NAME, `${place}: ${reasonOf(error)}.`, advice)];
    }
  },
};

function memoryOf({ policy, memory }: RedisTrial) {
  if (policy === null || memory === null) return unverified(MEMORY_NAME, 'O Redis não diz a sua política de memória.');
  const limit = memory.limit === 0 ? 'sem limite' : `de ${bytesInWords(memory.limit)}`;
  const fact = `${bytesInWords(memory.used)} em uso, ${limit}; maxmemory-policy ${policy}.`;
  if (memory.limit > 0 && policy.startsWith('allkeys')) {
    const advice = 'Use maxmemory-policy volatile-ttl ou noeviction, e um Redis só para isto.';
    return warned(MEMORY_NAME, `${fact} Cheio, ele esquece contagens, e os limites deixam de valer.`, advice);
  }
  if (memory.limit > 0 && memory.used > memory.limit * FULL) {
    return warned(MEMORY_NAME, `${fact} Está quase cheio.`, 'Aumente maxmemory, ou veja quem mais o usa.');
  }
  return fine(MEMORY_NAME, fact);
}
