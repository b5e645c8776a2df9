// Renders an invoice, reads its text, and shows what a wrong request answers. Java 17 or newer, no libraries:
// java Render.java
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Pattern;

public class Render {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** An answer that is no success. `json` is a problem (RFC 9457): read it with the JSON library of your project. */
    static final class Problem extends RuntimeException {
        final int status;
        final String json;

        Problem(int status, String json) {
            super(json);
            this.status = status;
            this.json = json;
        }
    }

    /** Sends a request. It is repeated where that is safe and useful: the key of idempotency makes it one request. */
    static HttpResponse<byte[]> post(String path, String type, byte[] body, String accept)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("COLOPHON_URL") + "/api/v1/" + path))
                .header("Authorization", "Bearer " + System.getenv("COLOPHON_KEY"))
                .header("Content-Type", type)
                .header("Accept", accept)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        for (int attempt = 1; ; attempt++) {
            HttpResponse<byte[]> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
            int status = answer.statusCode();
            if (status == 200) {
                return answer;
            }
            if ((status != 429 && status != 503) || attempt == 4) {
                throw new Problem(status, new String(answer.body(), StandardCharsets.UTF_8));
            }
            Thread.sleep(1000L * Long.parseLong(answer.headers().firstValue("Retry-After").orElse("1")));
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String request = """
                {
                  "document": {"title": "Invoice 2026-117", "lang": "en"},
                  "operations": [
                    {"op": "add_heading", "text": "Invoice 2026-117"},
                    {"op": "add_table", "rows": [["Bolt", 4.5], ["Nut", 3]],
                     "columns": ["Item", {"header": "Price", "key": "price", "format": "currency:EUR", "footer": "sum"}]}
                  ]
                }""";
        HttpResponse<byte[]> rendered = post("render", "application/json", utf8(request), "application/pdf");
        Files.write(Path.of("invoice.pdf"), rendered.body());
        System.out.println("pages: " + rendered.headers().firstValue("Document-Pages").orElse("?"));

        byte[] text = post("extract-text", "application/pdf", rendered.body(), "text/plain").body();
        System.out.println("text: " + new String(text, StandardCharsets.UTF_8).strip().lines().findFirst().orElse(""));

        try {
            String wrong = """
                    {"operations": [{"op": "add_text", "txet": "Hello"}]}""";
            post("render", "application/json", utf8(wrong), "application/pdf");
        } catch (Problem problem) {
            Pattern mistake = Pattern.compile("\"pointer\":\"([^\"]*)\",\"message\":\"((?:[^\"\\\\]|\\\\.)*)\"");
            mistake.matcher(problem.json).results()
                    .forEach(found -> System.out.println("mistake: " + found.group(1) + " " + found.group(2)));
        }
    }
}
