// Renders one PDF with the client of openapi-generator (java).
import java.io.File;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CoreApi;
import org.openapitools.client.model.AddText;
import org.openapitools.client.model.RenderOperation;
import org.openapitools.client.model.RenderRequest;

public class Render {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("SERVICE_URL"));
    client.setBearerToken(System.getenv("SERVICE_KEY"));
    client.setHttpClient(client.getHttpClient().newBuilder()
        .addInterceptor(chain -> chain.proceed(chain.request().newBuilder().header("Accept", "application/pdf").build()))
        .build());
    RenderOperation operation = new RenderOperation(new AddText().op(AddText.OpEnum.ADD_TEXT).text("Hello"));
    RenderRequest body = new RenderRequest().addOperationsItem(operation);
    File pdf = render(new CoreApi(client), body);
    Files.copy(pdf.toPath(), Path.of(System.getenv("OUTPUT")), StandardCopyOption.REPLACE_EXISTING);
    System.exit(0);
  }

  /** The options of the query are for other kinds of body: each is null. */
  private static File render(CoreApi api, RenderRequest body) throws Exception {
    for (Method method : CoreApi.class.getMethods()) {
      if (!method.getName().equals("render")) continue;
      Object[] values = new Object[method.getParameterCount()];
      values[0] = body;
      return (File) method.invoke(api, values);
    }
    throw new IllegalStateException("The client has no render.");
  }
}
