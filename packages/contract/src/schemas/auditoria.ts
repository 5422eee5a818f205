import { type Static, Type } from 'typebox';
import { Geolocalizacao } from './common.ts';
import { Enum } from './enums.ts';
import { EVENTO_ID, HASH_EVENTO, VIEWED_AT } from './example-values.ts';
import { dateTime, named, nullable, pagina, ref, sha256, text, uuid } from './kit.ts';

export const EventoAuditoria = named(
  'EventoAuditoria',
  {
    id: uuid(),
    acao: ref(Enum.AcaoAuditoria),
    tipoAtor: ref(Enum.TipoAtor),
    ator: nullable(text(), { description: 'Nome ou contato de quem agiu; para uma chave, o prefixo.' }),
    ocorridoEm: dateTime(),
    ip: nullable(text()),
    porta: nullable(Type.Integer({ minimum: 0, maximum: 65_535, description: 'Porta de origem da conexão.' })),
    origemEndereco: nullable(ref(Enum.OrigemEndereco)),
    agenteUsuario: nullable(text()),
    detalhe: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Dados próprios da ação, como o fator cumprido ou o motivo.',
    }),
    geolocalizacao: nullable(ref(Geolocalizacao)),
    hash: sha256('Elo da corrente: cobre este evento e o hash do anterior.'),
  },
  {
    description: 'Um fato da vida do documento. Nenhuma rota o altera ou apaga.',
    examples: [
      {
        id: EVENTO_ID,
        acao: 'FATOR_CUMPRIDO',
        tipoAtor: 'SIGNATARIO',
        ator: 'Marina Duarte Leal',
        ocorridoEm: VIEWED_AT,
        ip: '203.0.113.24',
        porta: 51_544,
        origemEndereco: 'CONEXAO',
        agenteUsuario: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        detalhe: { fator: 'SMS_OTP' },
        geolocalizacao: { pais: 'BR', estado: null, cidade: null, latitude: null, longitude: null, precisao: 'PAIS' },
        hash: HASH_EVENTO,
      },
    ],
  },
);
export type EventoAuditoria = Static<typeof EventoAuditoria>;

export const PaginaDeEventoAuditoria = pagina(EventoAuditoria);
export type PaginaDeEventoAuditoria = Static<typeof PaginaDeEventoAuditoria>;
