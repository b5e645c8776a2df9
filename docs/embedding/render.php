<?php
// Renders an invoice, reads its text, and shows what a wrong request answers. PHP 8.1 or newer, no extensions.
declare(strict_types=1);

/** An answer that is no success: `type` is stable, `errors` has the place of each mistake. */
final class Problem extends RuntimeException
{
    public readonly string $type;
    /** @var list<array{pointer: string, message: string}> */
    public readonly array $errors;

    public function __construct(array $problem)
    {
        parent::__construct($problem['detail'], $problem['status']);
        $this->type = $problem['type'];
        $this->errors = $problem['errors'] ?? [];
    }
}

/**
 * Sends a request. It is repeated where that is safe and useful: the key of idempotency makes it one request.
 *
 * @return array{array<string, string>, string} headers and body
 */
function post(string $path, string $type, string $body, string $accept): array
{
    $headers = [
        'Authorization: Bearer ' . getenv('COLOPHON_KEY'),
        "Content-Type: $type",
        "Accept: $accept",
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ];
    $options = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    $context = stream_context_create(['http' => $options]);
    for ($attempt = 1; ; $attempt++) {
        $answer = file_get_contents(getenv('COLOPHON_URL') . "/api/v1/$path", false, $context);
        if ($answer === false) {
            throw new RuntimeException('The service can not be reached.');
        }
        $status = (int) explode(' ', $http_response_header[0])[1];
        $received = [];
        foreach (array_slice($http_response_header, 1) as $line) {
            [$name, $value] = explode(':', $line, 2);
            $received[strtolower($name)] = trim($value);
        }
        if ($status === 200) {
            return [$received, $answer];
        }
        if (!in_array($status, [429, 503], true) || $attempt === 4) {
            throw new Problem(json_decode($answer, true, 512, JSON_THROW_ON_ERROR));
        }
        sleep((int) ($received['retry-after'] ?? 1));
    }
}

$request = [
    'document' => ['title' => 'Invoice 2026-117', 'lang' => 'en'],
    'operations' => [
        ['op' => 'add_heading', 'text' => 'Invoice 2026-117'],
        [
            'op' => 'add_table',
            'columns' => ['Item', ['header' => 'Price', 'key' => 'price', 'format' => 'currency:EUR', 'footer' => 'sum']],
            'rows' => [['Bolt', 4.5], ['Nut', 3]],
        ],
    ],
];

[$headers, $pdf] = post('render', 'application/json', json_encode($request, JSON_THROW_ON_ERROR), 'application/pdf');
file_put_contents('invoice.pdf', $pdf);
echo "pages: {$headers['document-pages']}\n";

[, $text] = post('extract-text', 'application/pdf', $pdf, 'text/plain');
echo 'text: ', explode("\n", trim($text))[0], "\n";

try {
    $wrong = ['operations' => [['op' => 'add_text', 'txet' => 'Hello']]];
    post('render', 'application/json', json_encode($wrong, JSON_THROW_ON_ERROR), 'application/pdf');
} catch (Problem $problem) {
    foreach ($problem->errors as ['pointer' => $pointer, 'message' => $message]) {
        echo "mistake: $pointer $message\n";
    }
}
