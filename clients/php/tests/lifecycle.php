<?php

declare(strict_types=1);

// What an integrator does: creates, sends, lists, is refused, downloads. Tells of it as JSON.
// Usage: lifecycle.php <origin> <key of tests> <file.pdf>

use Rubrica\Arquivo;
use Rubrica\Enums\StatusDocumento;
use Rubrica\Enums\TipoArquivo;
use Rubrica\Errors\ApiError;
use Rubrica\Rubrica;

require __DIR__ . '/autoload.php';

[, $origin, $key, $path] = $argv;
$rubrica = new Rubrica($key, $origin);

function refusal(callable $attempt): array
{
    try {
        $attempt();
        return [];
    } catch (ApiError $error) {
        $fields = array_values(array_unique(array_map(static fn ($one) => $one->campo, $error->erros)));
        return [(new ReflectionClass($error))->getShortName(), $error->status, $error->codigo, $fields];
    }
}

$contrato = [
    'arquivo' => $path,
    'titulo' => 'Contrato de locação',
    'signatarios' => [['funcao' => 'ASSINAR', 'nome' => 'João Prado', 'email' => 'joao@exemplo.com.br', 'metadados' => []]],
    'campos' => [['tipo' => 'ASSINATURA', 'pagina' => 4, 'x' => 0.1, 'y' => 0.13, 'largura' => 0.3, 'altura' => 0.07]],
    'metadados' => [],
];
$order = ['idempotencyKey' => 'pedido-' . bin2hex(random_bytes(8))];
$draft = $rubrica->documentos->criar($contrato, $order);
$again = $rubrica->documentos->criar($contrato, $order);
$sent = $rubrica->documentos->enviar($draft->id);
$bytes = file_get_contents($path);
$rubrica->documentos->criar(['arquivo' => Arquivo::bytes($bytes), 'titulo' => 'De bytes', 'nomeArquivo' => 'ação.pdf']);
$open = fopen($path, 'rb');
$changed = $rubrica->documentos->criar(['arquivo' => $open, 'titulo' => 'De um arquivo aberto', 'descricao' => 'Interna']);
$erased = $rubrica->documentos->alterar($changed->id, ['descricao' => null]);
$listing = $rubrica->documentos->listar(['limite' => 2]);
$pages = [];
foreach ($listing->paginas() as $page) {
    $pages[] = count($page->itens);
}
$unknown = '7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8';
$events = iterator_to_array($rubrica->eventos->listar(['documentoId' => $draft->id]));

echo json_encode([
    'status' => [$draft->status, $sent->status],
    'constant' => $draft->status === StatusDocumento::RASCUNHO,
    'same' => $again->id === $draft->id,
    'people' => array_map(static fn ($one) => [$one->nome, $one->funcao], $sent->signatarios),
    'erased' => [$changed->descricao, $erased->descricao, $erased->titulo],
    'titles' => array_map(static fn ($one) => $one->titulo, iterator_to_array($listing, false)),
    'pages' => $pages,
    'total' => $rubrica->documentos->listar(['limite' => 1])->pagina()->total,
    'missing' => refusal(static fn () => $rubrica->documentos->obter($unknown)),
    'invalid' => refusal(static fn () => $rubrica->documentos->criar(['arquivo' => $path, 'titulo' => ''])),
    'file' => substr($rubrica->documentos->baixar($draft->id, ['tipo' => TipoArquivo::ORIGINAL]), 0, 5),
    'event' => $events[0]->dados->documento->id === $draft->id,
    'validation' => $rubrica->sandbox->validacao->consultar(['codigo' => $sent->codigoValidacao])->situacao,
    'other' => $rubrica->chamar('GET', "/documentos/{$draft->id}")->id === $draft->id,
], JSON_THROW_ON_ERROR);
