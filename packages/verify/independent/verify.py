#!/usr/bin/env python3
"""Checks a file signed with Rubrica and its completion certificate, independently of Rubrica's own programs.
    python3 verify.py [--selo X] [--raiz F] [--ac-tempo F] [--prova F] [--registro X] [--recibo F] [--exige N] assinado.pdf certificado.pdf
For an expert who wants nothing of ours: Python 3's standard library and the `openssl` command (3.0 or later), at most
400 lines. Formulas and reasons: docs/verification.md. What does not hold is printed, one line each, then the result.
Ends with 0 CONFERE, 1 NAO_CONFERE, 2 ILEGIVEL, 3 SELO_NAO_IDENTIFICADO, 4 TESTE, as `rubrica verify` does; 5 below --exige.
"""
import argparse, base64, datetime, decimal, hashlib, hmac, json, os, re, subprocess, sys, tempfile, zlib
EXIT, LEVELS = {'CONFERE': 0, 'NAO_CONFERE': 1, 'ILEGIVEL': 2, 'SELO_NAO_IDENTIFICADO': 3, 'TESTE': 4}, ['integro', 'ancorado', 'hora']
V2, MINUTES, UTC = 'rubrica.certificado.v2', datetime.timedelta(minutes=10), datetime.timezone.utc
class Wrong(Exception): """Something does not hold; the message says what."""
def need(condition, reason):
    if not condition: raise Wrong(reason)
def sha256(data): return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
def jcs(value):
    """RFC 8785, for what the evidence holds: texts, numbers of its size, booleans, null, lists and objects."""
    if isinstance(value, float): return repr(value).replace('e-0', 'e-') if abs(value) < 1e-6 else format(decimal.Decimal(repr(value)), 'f')
    if isinstance(value, list): return '[' + ','.join(map(jcs, value)) + ']'
    if not isinstance(value, dict): return json.dumps(value, ensure_ascii=False)
    keys = sorted(value, key=lambda key: key.encode('utf-16-be', 'surrogatepass'))
    return '{' + ','.join(json.dumps(key, ensure_ascii=False) + ':' + jcs(value[key]) for key in keys) + '}'
def moment(text): return datetime.datetime.strptime(text, '%Y-%m-%dT%H:%M:%S.%fZ').replace(tzinfo=UTC)
# PDF (ISO 32000-2 clause 7): values as Python's own; strings know where they stand in the file.
Name, Ref, Text = (type(name, (base,), {}) for name, base in (('Name', str), ('Ref', int), ('Text', bytes)))
SPACE, REGULAR = rb'(?:[ \r\n\t\f\0]|%[^\r\n]*[\r\n])*', rb'[^ \r\n\t\f\0()<>\[\]{}/%]'
LITERAL = rb'\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)'
TOKEN = re.compile(SPACE + rb'(<<|>>|[\[\]]|<[0-9A-Fa-f]*>|' + LITERAL + rb'|\d+[ \r\n\t]+\d+[ \r\n\t]+R(?!' + REGULAR + rb')|/' + REGULAR + rb'*|' + REGULAR + rb'+)', re.S)
def read(data, at, depth=0):
    """The value at an offset, and the offset past it."""
    need((found := TOKEN.match(data, at)) and depth < 50, f'o PDF está danificado no byte {at}')
    word, at = found[1], found.end()
    if word in (b'<<', b'['):
        items, end = [], '>>' if word == b'<<' else ']'
        while True:
            item, at = read(data, at, depth + 1)
            if type(item) is str and item == end: break
            items.append(item)
        entries = dict(zip(items[::2], items[1::2])) if end == '>>' else items
        need(end == ']' or (2 * len(entries) == len(items) and all(isinstance(key, Name) for key in entries)), f'o PDF está danificado no byte {at}')
        return entries, at
    if word in (b'>>', b']'): return word.decode(), at
    if word[:1] in b'(<':
        escaped = lambda m: bytes([int(m[1], 8) & 255]) if m[1].isdigit() else {b'n': b'\n', b'r': b'\r', b't': b'\t'}.get(m[1], m[1])
        value = Text(bytes.fromhex(word[1:-1].decode()) if word[:1] == b'<' else re.sub(rb'\\([0-7]{1,3}|.)', escaped, word[1:-1], flags=re.S))
        value.start, value.end = found.start(1), at
        return value, at
    if word[:1] == b'/': return Name(re.sub(rb'#([0-9A-Fa-f]{2})', lambda m: bytes.fromhex(m[1].decode()), word[1:]).decode('latin1')), at
    if len(word.split()) == 3: return Ref(word.split()[0]), at
    need(re.fullmatch(rb'true|false|null|[+-]?(\d+\.?\d*|\.\d+)', word), f'o PDF está danificado no byte {at}')
    return ({b'true': True, b'false': False, b'null': None}[word] if word.isalpha() else float(word) if b'.' in word else int(word)), at
def text(value): return value[2:].decode('utf-16-be') if value[:2] == b'\xfe\xff' else value.decode('latin1')
def object_at(data, at, num):
    need((head := re.compile(rb'[ \r\n\t]*(\d+) \d+ obj').match(data, at)) and int(head[1]) == num, f'o PDF está danificado no byte {at}')
    return read(data, head.end())
def stream_at(data, at, num):
    entries, end = object_at(data, at, num)
    body = data[(begin := re.compile(rb'[ \r\n\t]*stream\r?\n').match(data, end).end()):begin + entries['Length']]
    return entries, zlib.decompress(body) if entries.get('Filter') == 'FlateDecode' else body
def section_at(data, at):
    """One cross-reference section: its offset, the objects it lists, its trailer."""
    if data[at:at + 4] != b'xref':
        num = int(re.compile(rb'(\d+) ').match(data, at)[1])
        trailer, rows = stream_at(data, at, num)
        widths, objects, row, index = trailer['W'], {}, 0, trailer.get('Index', [0, trailer['Size']])
        for first, count in zip(index[::2], index[1::2]):
            for n in range(first, first + count):
                kind, place = (int.from_bytes(rows[row + a:row + b], 'big') for a, b in ((0, widths[0]), (widths[0], sum(widths[:2]))))
                row += sum(widths)
                if kind == 1 or widths[0] == 0: objects[n] = place
        return at, objects, trailer
    at_row, objects, trailer = at + 4, {}, re.compile(rb'\s*trailer')
    while not trailer.match(data, at_row):
        at_row = (run := re.compile(rb'\s*(\d+) (\d+)(?=\s)').match(data, at_row)).end()
        for n in range(int(run[1]), int(run[1]) + int(run[2])):
            at_row = (line := re.compile(rb'\s*(\d{10}) \d{5} ([nf])').match(data, at_row)).end()
            if line[2] == b'n': objects[n] = int(line[1])
    return at, objects, read(data, trailer.match(data, at_row).end())[0]
def sections(data):
    """The cross-reference sections, newest first: (offset, offsets of objects, trailer, where the file ended with it)."""
    need(tail := re.search(rb'startxref\r?\n(\d+)\r?\n%%EOF[\r\n]*\Z', data[-64:]), 'o PDF não termina como deveria')
    at, end, most = int(tail[1]), len(data), 32
    while at is not None:
        section = section_at(data, at)
        yield *section, end
        before, end, most = section[2].get('Prev'), min(section[1].values(), default=0), most - 1
        need(before is None or (most and before < at and 'XRefStm' not in section[2]), 'as revisões do PDF não se seguem')
        at = before
def attachments(data):
    objects, root = {}, None
    for _, listed, trailer, _ in sections(data): objects, root = {**listed, **objects}, root or trailer['Root']
    get = lambda value: object_at(data, objects[value], value)[0] if isinstance(value, Ref) else value
    names = get(get(get(get(root)['Names'])['EmbeddedFiles'])['Names'])
    files = {text(title): get(get(spec)['EF'])['F'] for title, spec in zip(names[::2], map(get, names[1::2]))}
    need(len(files) == len(names) // 2, 'dois anexos têm o mesmo nome')
    return {title: stream_at(data, objects[ref], ref)[1] for title, ref in files.items()}
# Signatures, by openssl.
FOLDER = tempfile.TemporaryDirectory()
def keep(name, data=b''):
    with open(os.path.join(FOLDER.name, name), 'wb') as file: file.write(data)
    return file.name
def openssl(line, reason, *more):
    done = subprocess.run(['openssl', *line.split(), *more], capture_output=True)
    need(done.returncode == 0, reason)
    return done.stdout
def der(data):
    """The first element: tag, body, the offset past it."""
    start = 2 + (data[1] & 0x7F if data[1] >= 0x80 else 0)
    size = int.from_bytes(data[2:start], 'big') if data[1] >= 0x80 else data[1]
    need(start + size <= len(data), 'a estrutura da assinatura está danificada')
    return data[0], data[start:start + size], start + size
def parts(body):
    """The elements in a body: tag, body, all of it."""
    tag, inner, end = der(body) if body else (0, b'', 0)
    return [(tag, inner, body[:end]), *parts(body[end:])] if body else []
def coverage(data, entries, end):
    contents, span = entries['Contents'], entries['ByteRange']
    need(span == [0, contents.start, contents.end, end - contents.end], 'o selo não cobre o arquivo inteiro')
    need(not contents[(size := der(contents)[2]):].strip(b'\0'), 'há bytes estranhos depois da assinatura')
    return contents[:size], data[:contents.start] + data[contents.end:end]
def check_stamp(token, stamped, name, roots):
    """A time stamp (RFC 3161): openssl judges imprint, signature, ESSCertID, key usage, and the chain where roots are given."""
    path, every = keep(f'{name}.der', token), keep(f'{name}.all')
    openssl(f'cms -cmsout -inform DER -in {path} -certsout {every} -noout', 'um carimbo não se lê')
    content = openssl(f'cms -verify -inform DER -in {path} -noverify -binary', 'a assinatura da autoridade de tempo não confere')
    at = datetime.datetime.strptime(next(body for tag, body, _ in parts(der(content)[1]) if tag == 0x18)[:14].decode(), '%Y%m%d%H%M%S').replace(tzinfo=UTC)
    trust = f'-CAfile {roots or every} -untrusted {every} -partial_chain -attime {int(at.timestamp())}'
    openssl(f'ts -verify -in {path} -token_in -data {keep(name + ".data", stamped)} {trust}', 'um carimbo não confere, ou não é de uma autoridade informada')
    return at
def check_later(seal, later):
    """After a seal only revocation data and document time stamps may come, which nothing shown depends on."""
    known, root, size, foreign = dict(seal[1]), seal[0]['Root'], seal[0]['Size'], 'depois do selo veio o que não podia vir'
    but = lambda entries, *left_out: {key: value for key, value in entries.items() if key not in left_out}
    for trailer, objects, end in later:
        stamps = {n for n, value in objects.items() if isinstance(value, dict) and value.get('Type') == 'DocTimeStamp'}
        def pair(value, then):  # what a place held and holds, whether it is an object of its own or not
            return (known.get(value, then), objects.get(value, known.get(value, then))) if isinstance(value, Ref) else None
        old, new = pair(Ref(root), {})
        was, form = pair(old.get('AcroForm'), {}) or (old.get('AcroForm') or {}, new.get('AcroForm') or {})
        fields, more = pair(was.get('Fields'), []) or (was.get('Fields') or [], form.get('Fields') or [])
        allowed = {value for value in (Ref(root), old.get('AcroForm'), was.get('Fields')) if isinstance(value, Ref)}
        need(trailer['Root'] == root and {n for n in objects if n < size} <= allowed, foreign)
        inside = () if isinstance(old.get('AcroForm'), Ref) else ('AcroForm',)
        need(but(old, 'DSS', 'Extensions', *inside) == but(new, 'DSS', 'Extensions', *inside), foreign)
        need(but(was, 'Fields', 'SigFlags') == but(form, 'Fields', 'SigFlags') and more[:len(fields)] == fields, foreign)
        for field in (objects.get(ref, {}) for ref in more[len(fields):]):
            need((field.get('FT'), field.get('Rect'), 'P' in field) == ('Sig', [0, 0, 0, 0], False) and field.get('V') in stamps, foreign)
        need(new.get('DSS') != old.get('DSS') or len(stamps) == 1, foreign)
        known, size = {**known, **objects}, trailer['Size']
        yield from ((objects[n], end) for n in stamps)
def check_seal(data, kind, evidence, trust):
    """Everything about one file's seal. @returns (fingerprint, time, time is proven, says what it is, PEM, all PEM)"""
    (conteudo, registro), later, walk = evidence, [], sections(data)
    for _, listed, trailer, end in walk:
        objects = {n: object_at(data, at, n)[0] for n, at in listed.items()}
        found = [n for n, value in objects.items() if isinstance(value, dict) and value.get('Type') == 'Sig']
        if found: break
        later.insert(0, (trailer, objects, end))
    need(len(found) == 1, 'o arquivo não traz um selo, e um só')
    need(kind == 'Documento' or 'Prev' not in next(walk)[2], 'o certificado já tinha outra revisão antes da do selo')
    entries, mark, stamps = objects[found[0]], objects[found[0]].get('Rubrica'), []
    cms, covered = coverage(data, entries, end)
    at = datetime.datetime.strptime(text(entries['M']), 'D:%Y%m%d%H%M%SZ').replace(tzinfo=UTC)
    closing = [event for event in conteudo['eventos'] if kind == 'Certificado' or event['acao'] == 'DOCUMENTO_CONCLUIDO'][-1]  # a test's clock may have been ahead
    about = moment(conteudo['ambiente'] == 'TESTE' and closing['detalhe'].get('horaReal') or (registro['emitidoEm'] if kind == 'Certificado' else conteudo['documento']['finalizadoEm']))
    if mark is None:
        need(conteudo['esquema'] != V2, 'o selo não diz de que é, e os deste formato dizem')
        need(len(later) <= (kind == 'Documento'), 'depois do selo veio o que não podia vir')
    else:
        check_mark(mark, kind, conteudo, registro)
        fixed = (transform := (entries.get('Reference') or [{}])[0]).get('TransformMethod') == 'DocMDP' and transform['TransformParams'].get('P') == 1
        need(fixed and objects.get(trailer['Root'], {}).get('Perms') == {'DocMDP': found[0]}, 'o selo não proíbe mudanças')
        need(abs(at - about) <= MINUTES, 'o selo diz outra hora que a evidência')
        stamps = list(check_later((trailer, objects), later))
        need(not later or stamps or kind == 'Documento', 'o que veio depois do selo não é guardado por carimbo nenhum')
        need(not stamps or stamps[-1][1] == len(data), 'o último carimbo não cobre o arquivo inteiro')
    path, every, one = keep(f'{kind}.der', cms), keep(f'{kind}.all'), keep(f'{kind}.pem')
    openssl(f'cms -cmsout -inform DER -in {path} -certsout {every} -noout', 'a assinatura não se lê')
    given = f'-content {keep(kind + ".data", covered)} -CAfile {every} -partial_chain -purpose any -attime {int(at.timestamp())} -signer {one}'
    openssl(f'cms -verify -cades -binary -inform DER -in {path} {given}', 'o conteúdo mudou depois do selo, ou a assinatura não é de um certificado em vigor')
    fields = parts(parts(parts(parts(parts(der(cms)[1])[1][1])[0][1])[-1][1])[0][1])
    token = next((parts(parts(body)[1][1])[0][2] for _, body, _ in (parts(fields[-1][1]) if fields[-1][0] == 0xA1 else []) if parts(body)[0][1].hex() == '2a864886f70d010910020e'), None)
    need(kind == 'Certificado' or (token is None) == (conteudo['selo']['carimboTempo'] is None), 'o certificado diz outra coisa do carimbo do selo')
    if token is not None:
        stamped = check_stamp(token, next(body for tag, body, _ in fields if tag == 4), f'{kind}-carimbo', trust.times)
        need(abs(stamped - about) <= MINUTES, 'o carimbo é de outra hora que a evidência')
        at = stamped if trust.times else at
    for n, (entry, stop) in enumerate(stamps): check_stamp(*coverage(data, entry, stop), f'{kind}-carimbo-{n}', trust.times)
    return sha256(openssl(f'x509 -in {one} -outform DER', 'um certificado digital não se lê')), at, token is not None and bool(trust.times), mark is not None, one, every
def check_mark(mark, kind, conteudo, registro):
    count = len(conteudo['eventos']) if kind == 'Certificado' else [e['acao'] for e in conteudo['eventos']].index('DOCUMENTO_CONCLUIDO')
    wanted = {'Versao': 1, 'Tipo': kind, 'Ambiente': {'PRODUCAO': 'Producao', 'TESTE': 'Teste'}[conteudo['ambiente']],
              'Codigo': conteudo['codigoValidacao'], 'Elo': conteudo['eventos'][count - 1]['hash'], 'Sequencia': count, 'Original': conteudo['hashes']['original']}
    if kind == 'Certificado': wanted.update(Certificado=registro['codigo'], VersaoCertificado=registro['versao'], Assinado=conteudo['hashes']['assinado'])
    for key, value in wanted.items():
        need((text(own) if isinstance(own := mark.get(key), Text) else own) == value, f'o selo do {kind.lower()} diz outra coisa: {key}')
# The summary against the chained events (docs/verification.md says the same in words).
def check_trail(conteudo, registro):
    events, hashes, people, document = (conteudo[key] for key in ('eventos', 'hashes', 'signatarios', 'documento'))
    v2, link = conteudo['esquema'] == V2, conteudo['cadeia']['eloInicial']
    need(sha256(document['id'] + '\n' + events[0]['detalhe']['hashArquivo']) == link, 'a trilha não começa neste documento')
    for n, event in enumerate(events):
        link = sha256(link + '\n' + jcs({key: value for key, value in event.items() if key != 'hash'}))
        need(link == event['hash'], f'o evento {n + 1} foi mudado, tirado ou trocado')
        need(n == 0 or event['ocorridoEm'] >= events[n - 1]['ocorridoEm'], f'o evento {n + 1} é anterior ao que o precede')
    need(link == conteudo['cadeia']['eloFinal'], 'a trilha não termina no elo declarado')
    need(len({event['id'] for event in events}) == len(events), 'um evento se repete')
    def all_of(action, who=None, since=-1): return [(n, e) for n, e in enumerate(events) if e['acao'] == action and n > since and (who is None or e['detalhe'].get('signatarioId') == who)]
    def when(told, n):
        """A transaction that waited for another's event keeps its own, earlier time."""
        return told == (own := events[n]['ocorridoEm']) or (told and n and events[n - 1]['ocorridoEm'] == own and datetime.timedelta(0) < moment(own) - moment(told) <= datetime.timedelta(minutes=1))
    for action in ('DOCUMENTO_CRIADO', 'DOCUMENTO_ENVIADO', 'DOCUMENTO_CONCLUIDO'): need(len(all_of(action)) == 1, f'a trilha não tem um {action}, e só um')
    (sending, sent), (end, done) = all_of('DOCUMENTO_ENVIADO')[0], all_of('DOCUMENTO_CONCLUIDO')[0]
    need((told := sent['detalhe']).get('esquema', 'rubrica.certificado.v1') == conteudo['esquema'], 'o pacote não é do formato do envio')
    need(told['codigoValidacao'] == conteudo['codigoValidacao'], 'o envio registrou outro código')
    files = [done['detalhe']] + [e['detalhe'] for _, e in all_of('ASSINATURA_REGISTRADA')] + [told]
    need(all(one['hashArquivo'] == hashes['original'] for one in files) and done['detalhe']['hashAssinado'] == hashes['assinado'], 'a trilha é de outro arquivo')
    need(when(document['criadoEm'], 0) and when(document['enviadoEm'], sending) and document['finalizadoEm'] == done['ocorridoEm'], 'as horas do documento são outras')
    need(not v2 or [told[key] for key in ('titulo', 'nivelAssinatura', 'paginas', 'organizacao')] == [document['titulo'], document['nivelAssinatura'], document['paginas'], conteudo['organizacao']], 'o documento foi enviado com outros dados')
    need(not [one for action in ('RECUSADO', 'CANCELADO', 'EXPIRADO', 'EXCLUIDO') for one in all_of('DOCUMENTO_' + action, since=sending)], 'a trilha diz que o documento acabou de outro modo')
    acts = ('DOCUMENTO_VISUALIZADO', 'FATOR_CUMPRIDO', 'LEITURA_CONCLUIDA', 'ACEITE_REGISTRADO', 'DADOS_CORRIGIDOS', 'ASSINATURA_REGISTRADA', 'ASSINATURA_RECUSADA', 'SIGNATARIO_CORRIGIDO', 'SIGNATARIO_DELEGADO', 'SIGNATARIO_REMOVIDO')
    need(not [n for n, e in enumerate(events) if e['acao'] in acts and (n > end or (n < sending and e['acao'] in acts[:7]))], 'há um ato antes do envio ou depois da conclusão')
    def proved(who, at): return (own := {e['detalhe']['fator'] for m, e in all_of('FATOR_CUMPRIDO', who, max([m for m, v in enumerate(events[:at]) if v['detalhe'].get('anulado') and v['detalhe']['signatarioId'] == who], default=-1)) if m < at}) and own >= set(([one['noEnvio']['dados']['fatoresExigidos'] for one in people if one['signatarioId'] == who and v2] + [change['para'] for m, e in all_of('SIGNATARIO_CORRIGIDO', who) if m < at and (change := e['detalhe'].get('alteracoes', {}).get('fatoresExigidos'))] or [[]])[-1] or [])
    need(len(passed := [n for n, e in enumerate(events) if e['acao'] == 'SIGNATARIO_DELEGADO' or (e['acao'] == 'SIGNATARIO_CORRIGIDO' and e['tipoAtor'] == 'SIGNATARIO')]) % 2 == 0 and all(sending < a == b - 1 and (act := events[a])['acao'] == 'SIGNATARIO_DELEGADO' and [act['detalhe']['signatarioId']] + [act[key] for key in ('ator', 'ip', 'tipoAtor', 'ocorridoEm')] == [(to := events[b]['detalhe'])['signatarioId']] + [events[b][key] for key in ('ator', 'ip', 'tipoAtor', 'ocorridoEm')] and to.get('anulado') and {'nome': (para := act['detalhe'].get('para', {})).get('nome'), **{key: to['alteracoes'][key]['para'] for key in ('nome', 'email') if key in to['alteracoes']}} == para and proved(to['signatarioId'], a) for a, b in zip(passed[::2], passed[1::2])), 'uma assinatura passou a outra pessoa sem que quem a tinha, e provou quem era, o dissesse')
    need((versions := [e['detalhe']['versao'] for _, e in all_of('CERTIFICADO_REEMITIDO')]) == list(range(2, registro['versao'] + 1)) and events[-1]['acao'] == ('CERTIFICADO_REEMITIDO' if versions else 'DOCUMENTO_CONCLUIDO'), 'a trilha é de outra versão do certificado')
    need(abs(moment(registro['emitidoEm']) - moment(events[-1]['ocorridoEm'])) <= MINUTES, 'o certificado foi emitido em outra hora')
    ids, removed = [one['signatarioId'] for one in people], [e['detalhe']['signatarioId'] for _, e in all_of('SIGNATARIO_REMOVIDO', since=sending)]
    need(len(ids + removed) == told['signatarios'] and len(set(ids)) == len(ids) and (not v2 or sorted(one['signatarioId'] for one in told['dados']) == sorted(ids + removed)), 'o pacote não nomeia as mesmas pessoas que o envio')
    need(any(one['status'] == 'ASSINADO' for one in people), 'ninguém assinou')
    need(sorted(e['detalhe']['signatarioId'] for _, e in all_of('ASSINATURA_REGISTRADA') + all_of('ASSINATURA_RECUSADA')) == sorted(ids), 'nem todos assinaram ou recusaram, uma vez cada')
    texts = {one['textoHash']: one for one in conteudo.get('textosAceite', [])}
    need(all(sha256(one['texto']) == own for own, one in texts.items()), 'um texto de aceite não é o que tem este hash')
    need(all(sha256(base64.b64decode(one['base64'], validate=True)) == one['sha256'] for one in conteudo.get('imagens', [])), 'uma imagem não é a que tem este hash')
    if 'hashCamposDoRemetente' in told: check_fields(conteudo, told['hashCamposDoRemetente'])
    for person in people: check_person(person, conteudo, all_of, when, sending, told, texts, v2)
def check_fields(conteudo, written):
    """What was asked where, and what the sender wrote; who completed with a version of before told less of it."""
    own, drawn = conteudo.get('camposDoRemetente'), conteudo['campos']
    asked = {one['campoId']: {'signatarioId': person['signatarioId'], **one} for person in conteudo['signatarios'] for one in person['noEnvio']['dados']['campos']}
    need(all(one.items() <= asked.get(one['campoId'], {}).items() for one in drawn) and len({one['campoId'] for one in drawn}) == len(drawn), 'um campo não é o que foi enviado')
    need(not own or (len(drawn) == len(asked) and sha256(own['sal'] + '\n' + jcs(own['campos'])) == written), 'um campo falta, ou o remetente escreveu outra coisa')
def check_person(person, conteudo, all_of, when, sending, told, texts, v2):
    who, name, signed = person['signatarioId'], person['nome'] or person['signatarioId'], person['status'] == 'ASSINADO'
    def wrong(condition, what): need(condition, f'a trilha diz outra coisa de {name}: {what}')
    (n, event), = all_of('ASSINATURA_REGISTRADA' if signed else 'ASSINATURA_RECUSADA', who) or [(0, None)]
    wrong(event and when(person['assinadoEm' if signed else 'recusadoEm'], n) and person['recusadoEm' if signed else 'assinadoEm'] is None, 'assinatura ou recusa')
    detail, since, seen = event['detalhe'], sending, False
    wrong(person['transacaoId'] == detail.get('transacaoId') and person['motivoRecusa'] == detail.get('motivo'), 'ato')
    for key in ('ip', 'porta', 'origemEndereco', 'agenteUsuario', 'geolocalizacao'): wrong(person[key] == event[key], key)
    known = dict(person['noEnvio']['dados']) if v2 else {}
    corrections = sorted(all_of('SIGNATARIO_CORRIGIDO', who, sending) + all_of('DADOS_CORRIGIDOS', who) + all_of('LINK_SUBSTITUIDO', who), key=lambda one: one[0])
    for at, one in corrections:
        if (given := one['detalhe']).get('anulado') or (one['acao'] == 'LINK_SUBSTITUIDO' and any(m == at - 1 and 'alteracoes' not in e['detalhe'] for m, e in corrections)): since = at
        for key, change in given.get('alteracoes', {key: given[key] for key in ('nome', 'cpf') if key in given}).items():
            value, before = change['para'], known.get(key)
            known[key] = re.sub(r'\D', '', value) if key == 'cpf' and value else value
            identity = key in ('nome', 'cpf', 'dataNascimento', 'email', 'telefone', 'metodoEntrega') and one['acao'] == 'SIGNATARIO_CORRIGIDO'
            wrong((not identity or one['tipoAtor'] != 'SIGNATARIO' or before == change['de']) and (not identity or str(change['de']).lower() == str(value).lower() or since == at or not all_of('DOCUMENTO_VISUALIZADO', who, since) or all_of('DOCUMENTO_VISUALIZADO', who, since)[0][0] > at), 'correção que não anulou, ou de outros dados')
    if v2:
        wrong({'signatarioId': who, 'hash': sha256((opened := person['noEnvio'])['sal'] + '\n' + jcs(opened['dados']))} in told['dados'], 'dados do envio')
        wrong(all(known[key] == value for key, value in {**{key: person[key] for key in ('funcao', 'nome', 'cpf', 'dataNascimento')}, **person['contato']}.items()), 'dados')
        wrong(known['fatoresExigidos'] is None or sorted(known['fatoresExigidos']) == sorted(person['fatoresExigidos']), 'fatores exigidos')
    factors = {one['fator']: one for one in person['fatoresCumpridos']}
    wrong(len(factors) == len(person['fatoresCumpridos']) and (not signed or set(person['fatoresExigidos']) <= set(factors)), 'fatores')
    own = {'EMAIL': {'email': (person['contato']['email'] or '').lower()}, 'SMS_OTP': {'telefone': person['contato']['telefone']}, 'DADOS_PESSOAIS': {'cpf': person['cpf'], 'dataNascimento': person.get('dataNascimento')}}
    for factor, one in factors.items():
        found = [(m, e['detalhe']) for m, e in all_of('FATOR_CUMPRIDO', who, since) if e['detalhe']['fator'] == factor]
        wrong(found and found[-1][0] < n and when(one['cumpridoEm'], found[-1][0]), f'cumprimento de {factor}')
        wrong(not v2 or one['provadoPara'] == found[-1][1].get('provadoPara') == own.get(factor, one['provadoPara']), f'prova de {factor}')
    read_, agreed = all_of('LEITURA_CONCLUIDA', who, since), all_of('ACEITE_REGISTRADO', who, since)
    for key, found in (('leituraConcluidaEm', read_), ('aceiteEm', agreed)): wrong(when(person[key], found[0][0]) if len(found) == 1 else not found and person[key] is None, key)
    views = all_of('DOCUMENTO_VISUALIZADO', who, since) + ([] if v2 else all_of('DOCUMENTO_VISUALIZADO', who)[:1])
    wrong(any(when(person['visualizadoEm'], m) for m, _ in views) if views else person['visualizadoEm'] is None, 'visualização')
    wrong(not signed or (read_ and agreed and read_[0][0] < agreed[0][0] < n), 'leitura, aceite e assinatura')
    wrong(bool(agreed) == bool(text_ := person['textoAceite']) and (not text_ or all(agreed[0][1]['detalhe'][key] == value for key, value in text_.items())), 'texto de aceite')
    if v2 and signed:
        wrong(detail['hashTextoAceite'] == text_['textoHash'] and all(texts.get(text_['textoHash'], {}).get(key) == value for key, value in text_.items()), 'texto de aceite')
        wrong('hashCamposDoRemetente' not in told or {one['campoId'] for one in person['valores']['itens']} <= {one['campoId'] for one in known['campos']}, 'campos')
        wrong(detail['hashValores'] == sha256(person['valores']['sal'] + '\n' + jcs(person['valores']['itens'])), 'valores')
# The open log (ADR 0085), up to the log's own signature: witnesses and time stamps of its trees are not looked at here.
def vkey(text):
    """A verifier key: name, id, public key (C2SP signed-note)."""
    name, print_, encoded = text.strip().split('+', 2)
    if (raw := base64.b64decode(encoded, validate=True))[0] != 1 or len(raw) != 33 or sha256(name.encode() + b'\n' + raw)[:8] != print_: raise ValueError('não é a chave de um registro')
    return name, print_, raw[1:]
def signed_text(note, keys):
    """The text of a note, and whether a given key of the log that it begins with signed it."""
    body, _, lines = note.rpartition('\n\n')
    need(body and re.fullmatch(r'(— [^\s+]+ [A-Za-z0-9+/]{8,}={0,2}\n)+', lines) and not re.search(r'[\0-\x09\x0b-\x1f]', note), 'uma nota do registro não se lê')
    found = [(name, base64.b64decode(one, validate=True)) for _, name, one in map(str.split, lines[:-1].split('\n'))]
    need(''.join(f'— {name} {base64.b64encode(one).decode()}\n' for name, one in found) == lines, 'uma assinatura do registro não se lê')
    own = [(public, one[4:]) for name, print_, public in keys or [] for who, one in found if (who, one[:4].hex()) == (name, print_) and body.split('\n')[0] in (name, name + '/recibo')]
    for public, one in own:
        files = keep('chave', bytes.fromhex('302a300506032b6570032100') + public), keep('nota', (body + '\n').encode()), keep('assinatura', one)
        openssl('pkeyutl -verify -pubin -keyform DER -inkey %s -rawin -in %s -sigfile %s' % files, 'a assinatura do registro não confere')
    return body.split('\n'), bool(own)
def check_leaf(leaf, nonce, made):
    """A leaf is canonical and has the label and commitment of one of these. @returns its type"""
    mac, told = lambda lines: hmac.new(bytes.fromhex(nonce), '\n'.join(map(str, lines)).encode(), 'sha256').hexdigest(), json.loads(leaf)
    need(jcs(told) == leaf and sorted(told) == ['c', 'k', 't', 'ts', 'v'] and told['v'] == 1 and moment(told['ts']), 'uma folha não tem a forma das do registro')
    need(any([told['t'], told['k'], told['c']] == [kind, mac([kind, *of]), mac(says)] for kind, of, says in made), 'uma folha do registro não é destes arquivos')
    return told['t']
def check_receipt(note, conteudo, keys):  # @returns the number of the act
    (first, leaf, nonce, kind, document, n, link), good = signed_text(note, keys)
    own, event = conteudo.get('registroAberto'), dict(enumerate(conteudo['eventos'], 1)).get(int(n), {'acao': None})
    need(first.endswith('/recibo') and check_leaf(leaf, nonce, [('ATO', (document, n), (document, n, link))]) == kind, 'não é um recibo')
    need(document == conteudo['documento']['id'] and event['acao'] in ('ASSINATURA_REGISTRADA', 'ASSINATURA_RECUSADA') and event['hash'] == link and ('registro' not in event['detalhe'] or json.loads(leaf)['ts'] == event['detalhe'].get('horaReal', event['ocorridoEm'])), 'um recibo não é desta trilha')
    need(not own or [first[:-7], nonce] == [own['origem'], own['nonce']], 'um recibo é de outro registro, ou de outra versão do documento')
    need(good or keys is None, 'um recibo não está assinado pela chave informada')
    return int(n)
def check_proof(proof, conteudo, registro, keys):
    """@returns whether these files, and not only an act, are in a tree that a given key signed"""
    need(found := re.fullmatch(r'c2sp\.org/tlog-proof@v1\nextra (\S+)\nindex (0|[1-9]\d*)\n((?:\S{44}\n)*)\n(.*)', proof, re.S), 'a prova não se lê')
    (origin, size, root, *_), good = signed_text(found[4], keys)
    leaf, at, last, own = base64.b64decode(found[1], validate=True), int(found[2]), int(size) - 1, conteudo.get('registroAberto')
    made, within = hashlib.sha256(b'\0' + leaf).digest(), at <= last
    for other in map(base64.b64decode, found[3].split()):
        right, within = at & 1 or at == last, within and last > 0
        made = hashlib.sha256(b'\1' + (other + made if right else made + other)).digest()
        while right and at and not at & 1: at, last = at >> 1, last >> 1
        at, last = at >> 1, last >> 1
    need(within and last == 0 and base64.b64encode(made).decode() == root, 'a folha não está na árvore do registro')
    need((not own or origin == own['origem']) and (good or keys is None), 'a prova é de outro registro, ou não está assinada pela chave informada')
    document, acts = conteudo['documento']['id'], list(enumerate(conteudo['eventos'], 1))
    ends = [('CONCLUSAO', (document, 1), (document, e['hash'], conteudo['hashes']['assinado'])) for _, e in acts if e['acao'] == 'DOCUMENTO_CONCLUIDO']
    ends.append(('CERTIFICADO', (registro['codigo'], registro['versao']), (registro['codigo'], registro['versao'], registro['hash'])))
    return bool(own) and check_leaf(leaf.decode(), own['nonce'], ends + [('ATO', (document, n), (document, n, e['hash'])) for n, e in acts]) != 'ATO' and good
# Trust is given, not taken.
def trusted(seal, conteudo, trust):
    """Whether a seal is one of those given, in every kind that was given. @raise Wrong where what was given contradicts it"""
    print_, at, proven, new, one, every = seal
    answer, lines = bool(trust.seals or trust.roots), [line for line in trust.seals if line['impressaoDigital'] == print_]
    if trust.seals and not any('de' not in line for line in lines):
        date = lambda line, key: line.get(key) and datetime.datetime.fromisoformat(line[key].replace('Z', '+00:00'))
        revoked = [date(line, 'revogadoEm') for line in lines if line.get('revogadoEm')]
        need(all(at < when for when in revoked), 'o selo foi revogado antes desta data')
        now = [line for line in lines if date(line, 'de') <= at and (not line.get('ate') or at <= date(line, 'ate'))]
        answer = bool(now) and (proven or not revoked)
        began = [date(line, 'de') for line in trust.seals if line.get('ambiente') == 'TESTE']
        if now and new: need(any(line['ambiente'] == conteudo['ambiente'] for line in now), 'pela lista, este selo não sela este ambiente')
        elif now and began:
            need(any(line.get('ate') and date(line, 'ate') <= min(began) for line in now), 'pela lista, este selo já dizia de que é')
    if answer and trust.roots:
        try: openssl(f'verify -partial_chain -purpose any -attime {int(at.timestamp())} -CAfile {trust.roots} -untrusted {every} {one}', '')
        except Wrong: answer = False
    return answer and new
def has_prefix(data, wanted):
    """Whether the file began as one with this hash: it ended at an end-of-file mark, or before an object that was appended."""
    ends = {m.end() + more for m in re.finditer(rb'%%EOF', data) for more in range(4)}
    try: ends.update(at - less for _, listed, _, _ in sections(data) for at in listed.values() for less in (0, 1))
    except Exception: pass  # an original may be of any kind; what the service appended comes first
    running, done = hashlib.sha256(), 0
    for end in (end for end in sorted(ends) if 0 < end < len(data)):
        running.update(data[done:end])
        done = end if running.hexdigest() != wanted else len(data)
    return done == len(data)
def judge(signed, certificate, trust):
    try:
        texts = [files[name].decode() for files in [attachments(certificate)] for name in ('conteudo.json', 'certificado.json')]
        conteudo, registro = map(json.loads, texts)
        need(signed[:1024].find(b'%PDF-') >= 0 and conteudo['esquema'] in (V2, 'rubrica.certificado.v1'), 'formato desconhecido')
    except Exception as error:
        return print(f'não se lê: {error}') or 'ILEGIVEL', None
    try:
        need([jcs(conteudo), jcs(registro)] == texts and sha256(texts[0]) == registro['hashConteudo'], 'o pacote não é o que o certificado registrou')
        need(sha256('\n'.join([registro['codigo'], str(registro['versao']), registro['hashAnterior'] or '', registro['hashConteudo']])) == registro['hash'], 'o hash do certificado não fecha')
        check_trail(conteudo, registro)
        need(sha256(signed) == conteudo['hashes']['assinado'], 'o arquivo assinado não é o do certificado')
        need(has_prefix(signed, conteudo['hashes']['original']), 'o original não está no começo do assinado')
        seals = [check_seal(data, kind, (conteudo, registro), trust) for data, kind in ((signed, 'Documento'), (certificate, 'Certificado'))]
        need(seals[0][0] == conteudo['selo']['impressaoDigital'], 'o selo do arquivo assinado é de outro certificado digital')
        need(seals[1][0] == seals[0][0] or registro['versao'] > 1, 'o selo do certificado é de outro certificado digital')
        known = [trusted(seal, conteudo, trust) for seal in seals]
        numbers = [check_receipt(one, conteudo, trust.logs) for one in conteudo.get('registroAberto', {}).get('recibos', [])]
        told = {n: e['detalhe']['registro'] for n, e in enumerate(conteudo['eventos'], 1) if 'registro' in e['detalhe']}
        need(len(set(numbers)) == len(numbers) and all(n in numbers and sha256(bytes.fromhex(conteudo['registroAberto']['nonce'])) == under for n, under in told.items()), 'o pacote traz dois recibos de um ato, ou falta o de um que foi ao registro')
        for text in trust.receipts: [check_receipt(one, conteudo, trust.logs) for one in not re.match(r'[^\n]+/recibo\n\{', text) and re.findall(r'^[^\n]+/recibo\n\{[^\n]*\n[^\n]+\n[^\n]+\n%s\n[^\n]+\n[^\n]+\n\n(?:— [^\n]+\n)+' % re.escape(conteudo['documento']['id']), text, re.M) or [text]]  # of a set
        level = max([0, *[int(check_proof(one, conteudo, registro, trust.logs)) for one in trust.proofs]])
    except Exception as error:
        return print(f'não confere: {error}' if isinstance(error, Wrong) else f'não confere: não pôde ser lido ({error!r})') or 'NAO_CONFERE', None
    return 'TESTE' if conteudo['ambiente'] == 'TESTE' else 'CONFERE' if all(known) else 'SELO_NAO_IDENTIFICADO', level
def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--exige', type=str.lower, choices=LEVELS, default=LEVELS[0])
    for name in ('--selo', '--raiz', '--ac-tempo', '--prova', '--registro', '--recibo'): options.add_argument(name, action='append', default=[])
    options.add_argument('files', nargs=2)
    given = options.parse_args()
    try:
        signed, certificate = (open(path, 'rb').read() for path in given.files)
        join = lambda paths, name: keep(name, b'\n'.join(open(path, 'rb').read() for path in paths)) if paths else None
        lists = [[{'impressaoDigital': re.sub(r'[:\s]', '', one).lower()}] if re.fullmatch(r'[0-9A-Fa-f:]{64,95}', one) else json.load(open(one))['selos'] for one in given.selo]
        proofs, receipts = ([open(path, encoding='utf-8', newline='').read() for path in paths] for paths in (given.prova, given.recibo))
        logs = [vkey(one if re.match(r'[^\s+]+\+[0-9a-f]{8}\+', one) else open(one).read()) for one in given.registro] or None
        trust = argparse.Namespace(seals=sum(lists, []), roots=join(given.raiz, 'raizes'), times=join(given.ac_tempo, 'tempos'), logs=logs, proofs=proofs, receipts=receipts)
    except (OSError, ValueError, KeyError) as error:
        return print(f'não se lê: {error}\nILEGIVEL') or EXIT['ILEGIVEL']
    result, level = judge(signed, certificate, trust)
    below = level is not None and level < LEVELS.index(given.exige)
    print(*([] if level is None else [f'nível: {LEVELS[level]}']), *(['o nível é menor do que o exigido'] if below else []), result, sep='\n')
    return 5 if below else EXIT[result]
if __name__ == '__main__': sys.exit(main())
